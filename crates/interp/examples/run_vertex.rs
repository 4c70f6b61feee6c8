//! Runs a vertex shader, read from its text form, for three vertices.

use vitrum_interp::{Environment, Value, Values, run_vertices};

const MODULE: &str = "
stage vertex
entry &main
global @angle: f32 input location(0)
global @point: vec2<f32> output location(0)

fn &main() -> void {
    %1: f32 = load @angle
    %2: f32 = cos %1
    %3: f32 = sin %1
    %4: vec2<f32> = construct %2, %3
    store @point, %4
    return
}
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let module = vitrum_ir_text::parse(MODULE)?;
    let vertex = |angle: f32| Values::from([("angle".to_owned(), Value::f32(angle))]);
    let inputs = [vertex(0.0), vertex(0.5), vertex(1.0)];
    let outcome = run_vertices(&module, &mut Environment::default(), &inputs)?;
    for (index, lane) in outcome.lanes.iter().enumerate() {
        if let Some(point) = lane.outputs.get("point").and_then(Value::numbers) {
            println!("vertex {index}: {:?}", point.to_f64());
        }
    }
    Ok(())
}
