//! Uses of resources: by whom, how, in which members, and together with which samplers.

use vitrum_ir::{Global, Id};
use vitrum_passes::analysis::resources::{Access, Resources};

const TEXT: &str = "vir 1
stage compute
execution local_size(8u32, 1u32, 1u32)
entry &main
declare #B
struct #B {
    a: f32
    b: array<f32, 4>
    c: u32
}
global @0: #B buffer block(std430)
global @tex: array<image<2d, f32>, 4> opaque
global @smp: sampler opaque
global @img: image<2d, u32, storage, r32ui> opaque
global @idle: f32 uniform
global @only: f32 uniform
global @id: vec3<u32> input builtin(global_invocation_id)
global @wg: vec3<u32> input builtin(workgroup_id)

fn &never() -> void {
    %0: f32 = load @idle
    return
}

fn &look(%t: ptr<opaque, image<2d, f32>> in, %s: ptr<opaque, sampler> in, %k: i32 in) -> f32 {
    %0: image<2d, f32> = load %t
    %1: sampler = load %s
    %2: sampled<2d, f32> = combine_sampler %0, %1
    %3: vec4<f32> = image_sample.lod %2, null vec2<f32>, 0.0f32
    %4: f32 = extract.0 %3
    return %4
}

fn &main() -> void {
    %0: vec3<u32> = load @wg
    %1: u32 = extract.0 %0
    %2: ptr<opaque, image<2d, f32>> = access @tex, %1
    %3: f32 = call &look %2, @smp, 0i32
    %4: ptr<buffer, f32> = access @0, 1i32, 2i32
    store %4, %3
    %5: ptr<buffer, u32> = access @0, 2i32
    %6: u32 = atomic_iadd.scope1.semantics0 %5, 1u32
    %7: image<2d, u32, storage, r32ui> = load @img
    %8: vec2<i32> = image_size %7
    %9: vec3<u32> = load @id
    %10: u32 = extract.0 %9
    %11: bool = ieq %10, 3u32
    if %11 {
        %12: f32 = load @only
        merge
    } else {
        merge
    }
    return
}
";

#[test]
fn accesses_go_through_calls_to_variables_and_members() {
    let module = vitrum_ir_text::parse(TEXT).unwrap();
    vitrum_ir::verify(&module).unwrap();
    let uses = Resources::new(&module);
    let global = |name: &str| -> Global {
        let found = module.globals.iter().find(|row| module.names.get(row.1.name) == name);
        found.map(|row| row.0).unwrap()
    };
    let block = uses.of(Global::from_index(0)).unwrap();
    assert_eq!(block.access.names().collect::<Vec<_>>(), ["write", "atomic"]);
    assert_eq!(
        block.members.iter().map(|row| (*row.0, *row.1)).collect::<Vec<_>>(),
        [(1, Access::WRITE), (2, Access::ATOMIC)]
    );
    assert!(!block.is_whole && !block.is_divergent);
    assert!(uses.has_member(Global::from_index(0), 1) && !uses.has_member(Global::from_index(0), 0));
    for (name, access, is_divergent) in
        [("tex", "sample", false), ("smp", "sample", false), ("img", "query", false), ("only", "read", true)]
    {
        let usage = uses.of(global(name)).unwrap_or_else(|| panic!("{name} is used"));
        assert_eq!(
            (usage.access.names().collect::<Vec<_>>(), usage.is_divergent),
            (vec![access], is_divergent)
        );
    }
    assert_eq!(uses.of(global("idle")), None);
    assert!(uses.is_static_use(global("idle")) && uses.is_static_use(global("id")));
    assert_eq!(uses.pairs.iter().copied().collect::<Vec<_>>(), [(global("tex"), global("smp"))]);
}

#[test]
fn indices_that_differ_between_invocations_are_divergent() {
    let module = vitrum_ir_text::parse(
        &TEXT
            .replace("access @tex, %1", "access @tex, %10")
            .replace("    %2: ptr", "    %9: vec3<u32> = load @id\n    %10: u32 = extract.0 %9\n    %2: ptr")
            .replace("    %9: vec3<u32> = load @id\n    %10: u32 = extract.0 %9\n    %11", "    %11"),
    )
    .unwrap();
    vitrum_ir::verify(&module).unwrap();
    let uses = Resources::new(&module);
    assert!(uses.of(Global::from_index(1)).unwrap().is_divergent);
    assert!(!uses.of(Global::from_index(2)).unwrap().is_divergent);
}
