#version 450
layout(location = 0) out vec4 color;
in out vec4 both; // error: E0500
flat smooth in vec4 two; // error: E0500
buffer float loose; // error: E0501
layout(nonsense) in vec4 unknown; // error: E0502
layout(location) in vec4 valueless; // error: E0503
layout(row_major = 1) uniform; // error: E0503
layout(location = -1) in vec4 negative; // error: E0418
layout(location = 1, component = 4) in float component; // error: E0503
layout(vertices = 3) out; // error: E0504
layout(local_size_x = 1) in; // error: E0504
float; // warning
const float c; // error: E0507
in vec4 initialised = vec4(1.0); // error: E0508
layout(constant_id = 1) const vec2 spec = vec2(1.0); // error: E0509
layout(constant_id = 2) const int first = 1;
layout(constant_id = 2) const int second = 1; // error: E0509
in bool flag; // error: E0510
in int whole; // error: E0511
struct Empty { }; // error: E0514
Block { float a; } block; // error: E0200
flat Block2 { float a; }; // error: E0515
uniform U { sampler2D s; }; // error: E0422
uniform V { float a[]; float b; }; // error: E0420
subroutine int sub; // error: E0709
float gv = 1.0;
sampler2D loose_sampler; // error: E0422
attribute vec4 old; // error: E0516

void main()
{
    uniform float u; // error: E0501
    layout(location = 1) float l; // error: E0501
    color = vec4(gv);
}
