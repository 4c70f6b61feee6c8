//! Runs small modules in the interpreter.

use vitrum_interp::{
    Environment, Error, Limits, Outcome, Texture, Value, Values, run_compute, run_quad, run_vertices,
};

fn module(text: &str) -> vitrum_ir::Module {
    let module = vitrum_ir_text::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    if let Err(errors) = vitrum_ir::verify(&module) {
        panic!("{errors}");
    }
    module
}

/// Runs a vertex shader whose body computes from `@i: i32` and stores to `@o: i32`.
fn vertices(body: &str, inputs: &[i32]) -> Outcome {
    vertices_within(body, inputs, Limits::default())
}

/// The same within other limits.
fn vertices_within(body: &str, inputs: &[i32], limits: Limits) -> Outcome {
    let text = format!(
        "vir 1\nstage vertex\nentry &main\nglobal @i: i32 input location(0)\nglobal @o: i32 output location(0)\n{body}"
    );
    let inputs: Vec<Values> =
        inputs.iter().map(|&value| Values::from([("i".to_owned(), Value::i32(value))])).collect();
    let mut environment = Environment { limits, ..Environment::default() };
    run_vertices(&module(&text), &mut environment, &inputs).unwrap()
}

fn outputs(outcome: &Outcome) -> Vec<Option<i64>> {
    outcome
        .lanes
        .iter()
        .map(|lane| lane.outputs["o"].as_int().filter(|_| lane.outputs["o"].is_defined()))
        .collect()
}

#[test]
fn lanes_take_their_own_way() {
    let body = "fn &main() -> void {
        %i: i32 = load @i
        %c: bool = sgt %i, 2i32
        %r: i32 = if %c {
            %a: i32 = imul %i, 10i32
            merge %a
        } else {
            %b: i32 = ineg %i
            merge %b
        }
        store @o, %r
        return
    }";
    assert_eq!(outputs(&vertices(body, &[1, 3, 2, 5])), [Some(-1), Some(30), Some(-2), Some(50)]);
}

#[test]
fn loops_end_for_each_lane_by_itself() {
    let body = "fn &main() -> void {
        %n: i32 = load @i
        %s: i32 = loop 0i32, 0i32 (%k: i32, %t: i32) {
            %c: bool = sge %k, %n
            if %c {
                break %t
            } else {
                merge
            }
            %odd: i32 = iand %k, 1i32
            %isodd: bool = ine %odd, 0i32
            if %isodd {
                continue %t
            } else {
                merge
            }
            %u: i32 = iadd %t, %k
            continue %u
        } continuing (%v: i32) {
            %next: i32 = iadd %k, 1i32
            next %next, %v
        }
        store @o, %s
        return
    }";
    assert_eq!(outputs(&vertices(body, &[0, 3, 7])), [Some(0), Some(2), Some(12)]);
}

#[test]
fn cases_fall_through_with_values() {
    let body = "fn &main() -> void {
        %i: i32 = load @i
        %r: i32 = switch %i, 100i32 {
            case 1i32 (%a: i32) {
                %b: i32 = iadd %a, 1i32
                fallthrough %b
            }
            case 2i32 (%c: i32) {
                %d: i32 = iadd %c, 10i32
                break %d
            }
            case default (%e: i32) {
                break %e
            }
        }
        store @o, %r
        return
    }";
    assert_eq!(outputs(&vertices(body, &[1, 2, 3])), [Some(111), Some(110), Some(100)]);
}

#[test]
fn undefined_operands_give_undefined_results() {
    let body = "fn &main() -> void {
        %i: i32 = load @i
        %q: i32 = sdiv 12i32, %i
        store @o, %q
        return
    }";
    assert_eq!(outputs(&vertices(body, &[3, 0])), [Some(4), None]);
}

#[test]
fn a_float_that_no_integer_is_near_to_has_no_result() {
    let body = "fn &main() -> void {
        %i: i32 = load @i
        %f: f32 = bitcast %i
        %s: i32 = ftos %f
        store @o, %s
        return
    }";
    let bits =
        [-0.5f32, -2_147_483_648.0, 2_147_483_648.0, f32::NAN, f32::INFINITY].map(|f| f.to_bits() as i32);
    let results = outputs(&vertices(body, &bits));
    assert_eq!(results, [Some(0), Some(-2_147_483_648), None, None, None]);
    let body = body
        .replace("ftos", "ftou")
        .replace("%s: i32", "%u: u32")
        .replace("store @o, %s", "%s: i32 = bitcast %u\n store @o, %s");
    let bits = [-0.5f32, -1.0, 2_147_483_648.0, 4_294_967_296.0].map(|f| f.to_bits() as i32);
    let results = outputs(&vertices(&body, &bits));
    assert_eq!(results, [Some(0), None, Some(-2_147_483_648), None]);
}

#[test]
fn one_operand_can_decide_for_both() {
    let body = "fn &main() -> void {
        %i: i32 = load @i
        %q: i32 = sdiv 12i32, %i
        %c: bool = sgt %q, 3i32
        %zero: bool = ieq %i, 0i32
        %or: bool = or %c, %zero
        %some: bool = not %zero
        %and: bool = and %some, %c
        %a: i32 = select %or, 2i32, 0i32
        %b: i32 = select %and, 1i32, 0i32
        %s: i32 = iadd %a, %b
        store @o, %s
        return
    }";
    assert_eq!(outputs(&vertices(body, &[3, 12, 0])), [Some(3), Some(0), Some(2)]);
}

#[test]
fn a_branch_on_something_undefined_taints_the_lane() {
    let body = "fn &main() -> void {
        %i: i32 = load @i
        %q: i32 = sdiv 12i32, %i
        %c: bool = sgt %q, 3i32
        %r: i32 = if %c {
            merge 1i32
        } else {
            merge 2i32
        }
        store @o, %r
        return
    }";
    let outcome = vertices(body, &[3, 0]);
    assert_eq!(outputs(&outcome), [Some(1), None]);
    assert!(outcome.lanes[1].tainted && !outcome.lanes[0].tainted);
}

/// A loop that never ends where the input is 0.
const ASTRAY: &str = "fn &main() -> void {
        %i: i32 = load @i
        loop 0i32 (%n: i32) {
            %q: i32 = sdiv %n, %i
            %c: bool = sgt %q, 3i32
            if %c {
                break
            } else {
                merge
            }
            %next: i32 = iadd %n, 1i32
            continue %next
        }
        store @o, 7i32
        return
    }";

#[test]
fn a_lane_that_went_astray_does_not_loop_for_ever() {
    assert_eq!(outputs(&vertices(ASTRAY, &[3, 0])), [Some(7), None]);
}

#[test]
fn a_lane_that_went_astray_does_not_use_up_the_steps() {
    let limits = Limits { steps: 500, ..Limits::default() };
    assert_eq!(outputs(&vertices_within(ASTRAY, &[3, 0], limits)), [Some(7), None]);
}

#[test]
fn an_array_is_left_alone_outside_of_its_bounds() {
    let body = "fn &main() -> void {
        %i: i32 = load @i
        %a: ptr<function, array<i32, 4>> = var
        %p: ptr<function, i32> = access %a, %i
        store %p, 7i32
        %v: i32 = load %p
        store @o, %v
        return
    }";
    assert_eq!(outputs(&vertices(body, &[2, 4, -1])), [Some(7), None, None]);
}

#[test]
fn calls_pass_addresses() {
    let body = "fn &add(%p: ptr<function, i32> inout, %n: i32 in) -> void {
        %v: i32 = load %p
        %w: i32 = iadd %v, %n
        store %p, %w
        return
    }
    fn &main() -> void {
        %x: ptr<function, i32> = var
        %i: i32 = load @i
        store %x, 40i32
        call &add %x, %i
        %v: i32 = load %x
        store @o, %v
        return
    }";
    assert_eq!(outputs(&vertices(body, &[2, 5])), [Some(42), Some(45)]);
}

#[test]
fn a_loop_without_end_is_a_limit() {
    let text = "vir 1\nstage vertex\nentry &main\nfn &main() -> void {\n loop {\n continue\n }\n return\n}";
    let limits = Limits { steps: 10_000, ..Limits::default() };
    let mut environment = Environment { limits, ..Environment::default() };
    let result = run_vertices(&module(text), &mut environment, &[Values::new()]);
    assert!(matches!(result, Err(Error::Limit("steps"))), "{result:?}");
}

const QUAD: &str = "vir 1\nstage fragment\nentry &main\nglobal @x: f32 input location(0)\nglobal @o: f32 output location(0)\n";

fn quad(body: &str, values: [f32; 4]) -> Outcome {
    let inputs = values.map(|value| Values::from([("x".to_owned(), Value::f32(value))]));
    run_quad(&module(&format!("{QUAD}{body}")), &mut Environment::default(), &inputs).unwrap()
}

#[test]
fn derivatives_are_differences_in_the_quad() {
    let body = "fn &main() -> void {
        %x: f32 = load @x
        %dx: f32 = dfdx %x
        %dy: f32 = dfdy %x
        %s: f32 = fmul %dy, 100f32
        %o: f32 = fadd %dx, %s
        store @o, %o
        return
    }";
    let outcome = quad(body, [1.0, 3.0, 6.0, 10.0]);
    let found: Vec<f64> =
        outcome.lanes.iter().map(|lane| lane.outputs["o"].numbers().unwrap().to_f64()[0]).collect();
    assert_eq!(found, [502.0, 702.0, 504.0, 704.0]);
}

#[test]
fn a_derivative_without_neighbour_is_undefined() {
    let body = "fn &main() -> void {
        %x: f32 = load @x
        %c: bool = fgt %x, 2f32
        %r: f32 = if %c {
            %dx: f32 = dfdx %x
            merge %dx
        } else {
            merge 0f32
        }
        store @o, %r
        return
    }";
    let outcome = quad(body, [1.0, 3.0, 6.0, 10.0]);
    let defined: Vec<bool> = outcome.lanes.iter().map(|lane| lane.outputs["o"].is_defined()).collect();
    assert_eq!(defined, [true, false, true, true]);
}

#[test]
fn a_discarded_fragment_says_so() {
    let body = "fn &main() -> void {
        %x: f32 = load @x
        %c: bool = fgt %x, 2f32
        if %c {
            terminate
        } else {
            merge
        }
        store @o, %x
        return
    }";
    let discarded: Vec<bool> =
        quad(body, [1.0, 3.0, 2.0, 10.0]).lanes.iter().map(|lane| lane.discarded).collect();
    assert_eq!(discarded, [false, true, false, true]);
}

#[test]
fn workgroups_share_memory_and_write_buffers() {
    let text = "vir 1\nstage compute\nexecution local_size(4u32, 1u32, 1u32)\nentry &main
declare #B
struct #B {
    data: array<u32>
}
global @b: #B buffer block(std430) set(0) binding(0)
global @s: array<u32, 4> shared
global @id: vec3<u32> input builtin(local_invocation_id)
global @group: vec3<u32> input builtin(workgroup_id)
fn &main() -> void {
    %v: vec3<u32> = load @id
    %i: u32 = extract.0 %v
    %sp: ptr<shared, u32> = access @s, %i
    %sq: u32 = imul %i, %i
    store %sp, %sq
    intrinsic.control_barrier 2u32, 2u32, 264u32
    %j: u32 = ixor %i, 3u32
    %op: ptr<shared, u32> = access @s, %j
    %o: u32 = load %op
    %g: vec3<u32> = load @group
    %gx: u32 = extract.0 %g
    %base: u32 = imul %gx, 4u32
    %at: u32 = iadd %base, %i
    %bp: ptr<buffer, u32> = access @b, 0i32, %at
    store %bp, %o
    return
}";
    let mut environment = Environment::default();
    environment.buffers.insert("b".to_owned(), vec![vec![0; 32]]);
    let outcome = run_compute(&module(text), &mut environment, [2, 1, 1]).unwrap();
    assert!(!outcome.undefined_memory);
    let words: Vec<u8> = environment.buffers["b"][0].chunks(4).map(|word| word[0]).collect();
    assert_eq!(words, [9, 4, 1, 0, 9, 4, 1, 0]);
}

#[test]
fn references_lead_into_memory() {
    let text = "stage compute
struct #Node {
    value: u32
    next: reference<#Node, std430, 16>
}
struct #Start {
    head: reference<#Node, std430, 16>
}
execution local_size(1u32, 1u32, 1u32)
entry &main
global @start: #Start push_constant block(std430)
fn &main() -> void {
    %0: ptr<push_constant, reference<#Node, std430, 16>> = access @start, 0i32
    %1: reference<#Node, std430, 16> = load %0
    %2: ptr<physical_buffer, #Node> = bitcast %1
    %3: ptr<physical_buffer, reference<#Node, std430, 16>> = access %2, 1i32
    %4: reference<#Node, std430, 16> = load %3
    %5: ptr<physical_buffer, #Node> = bitcast %4
    %6: ptr<physical_buffer, u32> = access %5, 0i32
    %7: u32 = load %6
    %8: ptr<physical_buffer, u32> = access %2, 0i32
    store %8, %7
    return
}
";
    let node = |value: u64, next: u64| [value.to_le_bytes(), next.to_le_bytes()].concat();
    let second = (1 << 32) + 16;
    let mut environment = Environment {
        memory: vec![[node(1, second), node(7, 0)].concat()],
        buffers: [("start".to_owned(), vec![(1u64 << 32).to_le_bytes().to_vec()])].into(),
        ..Environment::default()
    };
    let outcome = run_compute(&module(text), &mut environment, [1, 1, 1]).unwrap();
    assert!(!outcome.undefined_memory);
    assert_eq!(environment.memory[0], [node(7, second), node(7, 0)].concat());
    // Beyond what there is, nothing is defined.
    environment.buffers.insert("start".to_owned(), vec![(2u64 << 32).to_le_bytes().to_vec()]);
    let outcome = run_compute(&module(text), &mut environment, [1, 1, 1]).unwrap();
    assert!(outcome.undefined_memory);
}

#[test]
fn atomic_counters_count() {
    let text = "stage compute
execution local_size(4u32, 1u32, 1u32)
entry &main
global @count: array<atomic_counter, 2> atomic_counter binding(0) offset(0)
fn &main() -> void {
    %0: ptr<atomic_counter, atomic_counter> = access @count, 1i32
    %1: u32 = atomic_iadd.scope1.semantics0 %0, 3u32
    return
}
";
    let mut environment = Environment::default();
    let outcome = run_compute(&module(text), &mut environment, [2, 1, 1]).unwrap();
    assert!(!outcome.undefined_memory);
    assert_eq!(environment.uniforms["count"].part(1), Some(Value::u32(24)));
}

#[test]
fn textures_are_filtered() {
    let text = "vir 1\nstage fragment\nentry &main
global @t: sampled<2d, f32> opaque set(0) binding(0)
global @x: f32 input location(0)
global @o: vec4<f32> output location(0)
fn &main() -> void {
    %t: sampled<2d, f32> = load @t
    %x: f32 = load @x
    %c: vec2<f32> = construct %x, 0.5f32
    %r: vec4<f32> = image_sample.lod %t, %c, 0f32
    store @o, %r
    return
}";
    let mut texture = Texture::float_2d(2, 1, &[[0.0; 4], [1.0; 4]]);
    texture.sampler.magnify = vitrum_interp::Filter::Linear;
    texture.sampler.wrap = [vitrum_interp::Wrap::ClampToEdge; 3];
    let mut environment = Environment::default();
    environment.textures.insert("t".to_owned(), vec![texture]);
    let inputs = [0.0, 0.5, 0.625, 1.0].map(|x: f32| Values::from([("x".to_owned(), Value::f32(x))]));
    let outcome = run_quad(&module(text), &mut environment, &inputs).unwrap();
    let found: Vec<f64> =
        outcome.lanes.iter().map(|lane| lane.outputs["o"].numbers().unwrap().to_f64()[0]).collect();
    assert_eq!(found, [0.0, 0.5, 0.75, 1.0]);
}

#[test]
fn vertices_look_at_the_first_level() {
    let text = "vir 1\nstage vertex\nentry &main
global @t: sampled<2d, f32> opaque set(0) binding(0)
global @x: f32 input location(0)
global @o: f32 output location(0)
fn &main() -> void {
    %t: sampled<2d, f32> = load @t
    %x: f32 = load @x
    %c: vec2<f32> = construct %x, 0.5f32
    %r: vec4<f32> = image_sample %t, %c
    %first: f32 = extract.0 %r
    store @o, %first
    return
}";
    let mut texture = Texture::float_2d(2, 2, &[[0.0; 4]; 4]);
    let one = u64::from(1.0f32.to_bits());
    texture.levels.push(vec![[one; 4]]);
    texture.sampler.mipmap = Some(vitrum_interp::Filter::Nearest);
    let mut environment = Environment::default();
    environment.textures.insert("t".to_owned(), vec![texture]);
    // The coordinates of neighbours differ by several texels.
    let inputs = [0.0, 8.0, 16.0, 24.0].map(|x: f32| Values::from([("x".to_owned(), Value::f32(x))]));
    let outcome = run_vertices(&module(text), &mut environment, &inputs).unwrap();
    assert!(outcome.lanes.iter().all(|lane| lane.outputs["o"] == Value::f32(0.0)));
}

#[test]
fn a_query_says_the_level_that_is_read() {
    let text = "vir 1\nstage fragment\nentry &main
global @t: sampled<2d, f32> opaque set(0) binding(0)
global @x: f32 input location(0)
global @o: vec2<f32> output location(0)
fn &main() -> void {
    %t: sampled<2d, f32> = load @t
    %x: f32 = load @x
    %c: vec2<f32> = construct %x, 0.5f32
    %r: vec2<f32> = image_query_lod %t, %c
    store @o, %r
    return
}";
    let texel = [0u64; 4];
    let mut texture = Texture::float_2d(4, 4, &[[0.0; 4]; 16]);
    texture.levels = vec![vec![texel; 16], vec![texel; 4], vec![texel; 1]];
    // From one fragment to the next it is 2 to the power of 1.6 texels.
    let inputs = [0.0, 0.7579, 0.0, 0.7579].map(|x: f32| Values::from([("x".to_owned(), Value::f32(x))]));
    let filters = [None, Some(vitrum_interp::Filter::Nearest), Some(vitrum_interp::Filter::Linear)];
    for (filter, expected) in filters.into_iter().zip([0.0, 2.0, 1.6]) {
        texture.sampler.mipmap = filter;
        let mut environment = Environment::default();
        environment.textures.insert("t".to_owned(), vec![texture.clone()]);
        let outcome = run_quad(&module(text), &mut environment, &inputs).unwrap();
        let found = outcome.lanes[0].outputs["o"].numbers().unwrap().to_f64();
        assert!((found[0] - expected).abs() < 1e-3, "{found:?}");
        assert!((found[1] - 1.6).abs() < 1e-3, "{found:?}");
    }
}

#[test]
fn numbers_beside_textures_are_given_by_path() {
    let text = "vir 1\nstage fragment\nentry &main
struct #S {
    t: sampled<2d, f32>
    n: f32
}
global @s: array<#S, 2> opaque set(0) binding(0)
global @o: f32 output location(0)
fn &main() -> void {
    %p: ptr<opaque, f32> = access @s, 1i32, 1i32
    %n: f32 = load %p
    store @o, %n
    return
}";
    let mut environment = Environment::default();
    environment.uniforms.insert("s[1].n".to_owned(), Value::f32(7.0));
    let inputs = [(); 4].map(|()| Values::new());
    let outcome = run_quad(&module(text), &mut environment, &inputs).unwrap();
    assert_eq!(outcome.lanes[0].outputs["o"], Value::f32(7.0));
}
