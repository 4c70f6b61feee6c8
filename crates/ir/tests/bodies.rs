//! Compaction, snapshots and walks of functions.

use vitrum_ir::edit::{compact, compact_to};
use vitrum_ir::visit::{each, each_back, insts};
use vitrum_ir::{Op, Snapshot, Span, print, verify};
use vitrum_ir_text::parse;

const TEXT: &str = "vir 1\nstage fragment\nentry &main\n\nfn &main() -> void {\n    %x: i32 = iadd 1i32, 2i32\n    \
                    %c: bool = sgt %x, 0i32\n    %r: i32 = if %c {\n        merge %x\n    } else {\n        \
                    merge 3i32\n    }\n    %m: i32 = loop %r (%i: i32) {\n        continue\n    } \
                    continuing {\n        %2: i32 = iadd %i, 1i32\n        break_if %c (%2) next %2\n    }\n    \
                    return\n}\n";

#[test]
fn unreachable_items_are_removed() {
    let mut module = parse(TEXT).expect("it is valid");
    let (before, main) = (print(&module), module.entry.expect("there is one"));
    let function = &mut module.functions[main];
    let count = function.insts.len();
    assert!(!compact(function, count), "nothing is in no place");
    function.new_inst(Op::Return, &[], 0, Span::default());
    assert!(compact(function, count));
    assert_eq!(function.insts.len(), count);
    compact_to(function, count);
    assert_eq!(print(&module), before);
    assert!(verify(&module).is_ok());
}

#[test]
fn restored_function_is_unchanged() {
    let text = "vir 1\nstage fragment\nentry &main\n\nfn &other(%a: f32 in) -> f32 {\n    return %a\n}\n\n\
                fn &main() -> void {\n    %x: f32 = call &other 1.0f32\n    %c: bool = fgt %x, 0.0f32\n    \
                if %c {\n        merge\n    } else {\n        merge\n    }\n    return\n}\n";
    let module = parse(text).expect("it is valid");
    let mut other = module.clone();
    let mut snapshot = Snapshot::with_room(&other);
    module.functions.values().for_each(|function| snapshot.add(function));
    other.functions.clear();
    snapshot.restore(&mut other);
    assert_eq!(other.functions, module.functions);
}

#[test]
fn each_is_visited_once_and_backwards_in_order() {
    let text = "vir 1\nstage fragment\nentry &main\n\nfn &main(%c: bool in) -> void {\n    if %c {\n        if %c {\n            \
                merge\n        } else {\n            merge\n        }\n        merge\n    } else {\n        merge\n    }\n    \
                return\n}\n";
    let module = parse(text).expect("it is valid");
    let function = &module.functions[module.entry.expect("there is one")];
    let order: Vec<_> = insts(function).into_iter().map(|row| row.1).collect();
    let mut back = Vec::new();
    each_back(function, function.body, |inst| back.push(inst));
    back.reverse();
    assert_eq!(back, order);
    let mut any = Vec::new();
    each(function, function.body, |inst| any.push(inst));
    any.sort_unstable();
    let mut sorted = order;
    sorted.sort_unstable();
    assert_eq!(any, sorted);
}
