#version 450
// client: vulkan
// Hazard: a global initialiser that is not constant runs before main.
// expect ir: fn &main() -> void { %0: ptr<uniform, f32> = access @0, 0i32, 1i32
// expect ir: %7: f32 = call &twice %6 store @later, %7
layout(location = 0) in vec4 v;
layout(binding = 0) uniform U { float k[3]; };
layout(location = 0) out vec4 o;

float base = k[1] * 2.0;
vec4 scaled = v * base;
float twice(float x) { base += 1.0; return x * 2.0; }
float later = twice(base);

void main()
{
    scaled.x += later;
    o = scaled + base;
}
