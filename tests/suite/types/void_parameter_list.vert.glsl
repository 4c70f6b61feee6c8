#version 450
// client: vulkan
// Functions written with (void) and with nothing.
layout(location = 0) in vec2 p;
vec2 half_(void);
float one() { return 1.0; }
vec2 half_(void) { return vec2(0.5); }
void main(void)
{
    gl_Position = vec4(p * half_(), 0.0, one());
}
