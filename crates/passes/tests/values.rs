//! Analyses of values on IR text: ranges, demanded components, uniformity.

use vitrum_ir::{Function, FunctionData, Inst, Module, Op, Operand, Value, visit};
use vitrum_ir_text::parse;
use vitrum_passes::analysis::Analyses;
use vitrum_passes::analysis::ranges;
use vitrum_passes::rules::{Fact, facts};

struct Main {
    module: Module,
    id: Function,
}

impl Main {
    #[track_caller]
    fn new(body: &str) -> Self {
        let text = format!(
            "vir 1\nstage fragment\nentry &main\nstruct #U {{\n    x: f32\n    n: i32\n    u: u32\n}}\n\
             global @in: f32 input location(0)\nglobal @vec: vec4<f32> input location(1)\n\
             global @num: u32 input location(2) flat\nglobal @un: #U uniform block(std140) set(0) binding(0)\n\
             global @out: f32 output location(0)\n\nfn &main() -> void {{\n{body}    return\n}}\n"
        );
        Self::of(&text)
    }

    #[track_caller]
    fn of(text: &str) -> Self {
        let module = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        vitrum_ir::verify(&module).unwrap_or_else(|errors| panic!("{errors}"));
        let id = module.entry.unwrap_or_else(|| panic!("no entry point"));
        Self { module, id }
    }

    fn function(&self) -> &FunctionData {
        &self.module.functions[self.id]
    }

    fn facts(&self) -> Analyses<'_> {
        Analyses::new(&self.module, self.function())
    }

    /// The value of this name.
    #[track_caller]
    fn value(&self, name: &str) -> Value {
        let function = self.function();
        let mut values = function.values.iter().map(|row| row.0);
        let found = values.find(|&value| self.module.names.get(function.value_name(value)) == name);
        found.unwrap_or_else(|| panic!("no value {name}"))
    }

    fn operand(&self, name: &str) -> Operand {
        self.value(name).into()
    }

    /// The least and the greatest that an integer can be.
    fn bounds(&self, name: &str) -> Option<(u64, u64)> {
        let found = ranges::bounds(&self.module, self.function(), self.operand(name));
        found.map(|(_, bounds)| (bounds.least, bounds.greatest))
    }

    fn all(&self, op: Op) -> Vec<Inst> {
        let function = self.function();
        visit::insts(function).into_iter().map(|row| row.1).filter(|&it| function.op(it) == op).collect()
    }
}

#[test]
fn integer_ranges() {
    let main = Main::new(
        "
    %n: u32 = load @num
    %low: u32 = iand %n, 15u32
    %four: u32 = imul %low, 4u32
    %sum: u32 = iadd %four, 3u32
    %wraps: u32 = iadd %n, 3u32
    %rest: u32 = umod %n, 10u32
    %c: bool = ult %n, 7u32
    %chosen: u32 = select %c, %rest, %four
    %arm: u32 = if %c {
        merge %low
    } else {
        merge 40u32
    }
    %last: u32 = loop 0u32 (%i: u32) {
        if %c {
            break %i
        } else {
            merge
        }
        continue
    } continuing {
        %next: u32 = iadd %i, 1u32
        next %next
    }
",
    );
    let bounds = |name: &str| main.bounds(name);
    assert_eq!(bounds("n"), Some((0, 0xffff_ffff)));
    assert_eq!(bounds("low"), Some((0, 15)));
    assert_eq!(bounds("four"), Some((0, 60)));
    assert_eq!(bounds("sum"), Some((3, 63)));
    assert_eq!(bounds("wraps"), Some((0, 0xffff_ffff)));
    assert_eq!(bounds("rest"), Some((0, 9)));
    assert_eq!(bounds("chosen"), Some((0, 60)));
    assert_eq!(bounds("arm"), Some((0, 0xffff_ffff)), "results of control instructions have no range");
    assert_eq!(bounds("i"), Some((0, 0xffff_ffff)), "loop parameters have no range");
    assert_eq!(bounds("last"), Some((0, 0xffff_ffff)));
}

#[test]
fn ranges_of_bitcasts_that_change_the_width() {
    let main = Main::new(
        "
    %n: u32 = load @num
    %low: u32 = iand %n, 15u32
    %high: u32 = ior %n, 240u32
    %pair: vec2<u32> = construct %low, %high
    %joined: u64 = bitcast %pair
    %lows: vec2<u32> = construct %low, 3u32
    %both: u64 = bitcast %lows
    %signed: i32 = bitcast %low
    %small: u64 = uconvert %low
    %split: vec2<u32> = bitcast %small
    %bytes: vec4<u8> = bitcast %low
    %large: u64 = uconvert %high
    %most: u64 = ior %large, 4294967296u64
    %parts: vec2<u32> = bitcast %most
    %float: f32 = bitcast %low
    %again: u32 = bitcast %float
",
    );
    let bounds = |name: &str| main.bounds(name);
    assert_eq!(bounds("joined"), Some((0, u64::MAX)));
    assert_eq!(bounds("both"), Some((0, 0xf_0000_000f)));
    assert_eq!(bounds("signed"), Some((0, 15)));
    assert_eq!(bounds("split"), Some((0, 15)));
    assert_eq!(bounds("bytes"), Some((0, 15)));
    assert_eq!(bounds("parts"), Some((0, 0xffff_ffff)));
    assert_eq!(bounds("float"), None);
    assert_eq!(bounds("again"), Some((0, 0xffff_ffff)));
}

#[test]
fn components_of_spec_constants_have_no_bounds() {
    let main = Main::of(
        "vir 1\nstage fragment\nspec $k: u32 id(0) = 8u32\nentry &main\nglobal @num: u32 input location(2) flat\n\n\
         fn &main() -> void {\n    %n: u32 = load @num\n    %v: vec2<u32> = splat %n\n    \
         %known: vec2<u32> = umin %v, vec2<u32>(3u32, 5u32)\n    %part: vec2<u32> = umin %v, vec2<u32>(3u32, $k)\n    return\n}\n",
    );
    assert_eq!(["known", "part"].map(|name| main.bounds(name)), [Some((0, 5)), Some((0, 0xffff_ffff))]);
}

#[test]
fn invocation_indices_are_less_than_the_workgroup_size() {
    let text = |size: &str| {
        format!(
            "vir 1\nstage compute\n{size}\nentry &main\nglobal @index: u32 input builtin(local_invocation_index)\n\
             global @id: vec3<u32> input builtin(local_invocation_id)\n\nfn &main() -> void {{\n    \
             %index: u32 = load @index\n    %id: vec3<u32> = load @id\n    %z: u32 = extract.2 %id\n    \
             %y: u32 = extract.1 %id\n    return\n}}\n"
        )
    };
    let main = Main::of(&text("execution local_size(8u32, 4u32, 1u32)"));
    let bounds = |name: &str| main.bounds(name);
    assert_eq!(
        ["index", "id", "y", "z"].map(bounds),
        [Some((0, 31)), Some((0, 7)), Some((0, 3)), Some((0, 0))]
    );
    // Its size is a specialisation constant.
    let main = Main::of(&text("spec $size: u32 id(0) = 8u32\nexecution local_size($size, 4u32, 1u32)"));
    assert_eq!(main.bounds("index"), Some((0, 0xffff_ffff)));
}

#[test]
fn facts_about_floats() {
    let main = Main::new(
        "
    %x: f32 = load @in
    %n: u32 = load @num
    %whole: f32 = utof %n
    %f: f32 = fract %x
    %turn: f32 = fsub 1.0f32, %f
    %square: f32 = fmul %x, %x
    %cut: f32 = fclamp %x, 0.0f32, 1.0f32
    %down: f32 = floor %x
    %both: f32 = fadd %down, %whole
    %deep0: f32 = fadd %square, %square
    %deep1: f32 = fadd %deep0, %deep0
    %deep2: f32 = fadd %deep1, %deep1
    %deep3: f32 = fadd %deep2, %deep2
",
    );
    let known = |name: &str| {
        let all = [Fact::NonNegative, Fact::Unit, Fact::Integral, Fact::Number];
        all.map(|fact| facts::holds(&main.module, main.function(), main.operand(name), fact))
    };
    assert_eq!(known("x"), [false; 4]);
    assert_eq!(known("whole"), [true, false, true, true]);
    assert_eq!(known("f"), [true, true, false, false]);
    assert_eq!(known("turn"), [true, true, false, false]);
    assert_eq!(known("cut"), [true, true, false, false]);
    assert_eq!(known("down"), [false, false, true, false]);
    assert_eq!(known("both"), [false, false, true, false]);
    assert_eq!(known("deep2"), [true, false, false, false]);
    assert_eq!(known("deep3"), [false; 4], "a query follows few operations");
}

#[test]
fn demanded_components() {
    let main = Main::new(
        "
    %v: vec4<f32> = load @vec
    %x: f32 = load @in
    %built: vec3<f32> = construct %x, %x, %x
    %twice: vec3<f32> = fmul %built, %built
    %pair: vec2<f32> = swizzle.zx %twice
    %1: f32 = extract.1 %pair
    store @out, %1
    %put: vec4<f32> = insert.2 %v, %x
    %2: f32 = extract.0 %put
    store @out, %2
    %whole: vec4<f32> = normalize %put
    %3: f32 = extract.3 %whole
    %mixed: vec4<f32> = shuffle.aebf %v, %put
    %end: vec4<f32> = loop %mixed (%p: vec4<f32>) {
        %4: f32 = extract.1 %p
        %5: bool = flt %4, 0.0f32
        if %5 {
            break %p
        } else {
            merge
        }
        continue
    } continuing {
        %kept: vec4<f32> = fadd %p, %p
        next %kept
    }
    %6: f32 = extract.0 %end
    store @out, %6
",
    );
    let facts = main.facts();
    let mask = |name: &str| facts.demand().mask(main.value(name));
    assert_eq!(mask("built"), 0b001);
    assert_eq!(mask("twice"), 0b001);
    assert_eq!(mask("pair"), 0b10);
    assert_eq!(mask("whole"), 0, "its user is dead");
    assert_eq!(mask("p"), 0b0011);
    assert_eq!(mask("kept"), 0b0011, "the other components are used only by themselves");
    assert_eq!(mask("mixed"), 0b0011);
    assert_eq!(mask("put"), 0b0001);
    assert_eq!(mask("v"), 0b0001);
}

#[test]
fn uniformity_of_values_and_blocks() {
    let main = Main::new(
        "
    %x: f32 = load @in
    %q: ptr<uniform, f32> = access @un, 0i32
    %u: f32 = load %q
    %sum: f32 = fadd %u, 1.0f32
    %other: f32 = fadd %u, %x
    %split: bool = flt %x, 0.0f32
    %same: bool = flt %u, 0.0f32
    %a: f32 = if %same {
        merge %u
    } else {
        merge %sum
    }
    %b: f32 = if %split {
        merge %u
    } else {
        merge %sum
    }
    %c: f32 = if %split {
        merge %u
    } else {
        merge %u
    }
    %d: i32 = loop 0i32 (%i: i32) {
        %1: bool = sge %i, 3i32
        if %1 {
            break %i
        } else {
            merge
        }
        continue
    } continuing {
        %2: i32 = iadd %i, 1i32
        next %2
    }
    %e: i32 = loop 0i32 (%j: i32) {
        if %split {
            break %j
        } else {
            merge
        }
        continue
    } continuing {
        %3: i32 = iadd %j, 1i32
        next %3
    }
    %f: i32 = loop 0i32 (%k: i32) {
        %4: i32 = if %split {
            merge 1i32
        } else {
            merge 2i32
        }
        %5: bool = sge %k, 3i32
        if %5 {
            break 7i32
        } else {
            merge
        }
        continue
    } continuing {
        %6: i32 = iadd %k, %4
        next %6
    }
",
    );
    let facts = main.facts();
    let uniform = |name: &str| facts.uniformity().is_uniform(main.operand(name));
    assert!(uniform("u") && uniform("sum") && uniform("same") && uniform("a") && uniform("c"));
    assert!(!uniform("x") && !uniform("other") && !uniform("split") && !uniform("b"));
    assert!(uniform("i") && uniform("d"), "all invocations leave at the same time");
    assert!(uniform("j"), "invocations in the loop count alike");
    assert!(!uniform("e"), "invocations leave with different counts");
    assert!(!uniform("k") && uniform("f"));
    let run_by_all: Vec<bool> = main
        .all(Op::Loop)
        .into_iter()
        .filter_map(|inst| main.function().control(inst)?.blocks().next())
        .map(|body| facts.uniformity().is_run_by_all(facts.nesting(), body))
        .collect();
    assert_eq!(run_by_all, [true, false, false]);
}

#[test]
fn arms_of_varying_condition_are_divergent() {
    let main = Main::new(
        "
    %x: f32 = load @in
    %c: bool = fgt %x, 0.0f32
    if %c {
        store @out, %x
        merge
    } else {
        merge
    }
",
    );
    let facts = main.facts();
    let [branch] = main.all(Op::If)[..] else { panic!("one branch") };
    let arms = main.function().control(branch).into_iter().flat_map(|control| control.blocks());
    let run_by_all = |arm| facts.uniformity().is_run_by_all(facts.nesting(), arm);
    assert_eq!(arms.map(run_by_all).collect::<Vec<_>>(), [false, false]);
}
