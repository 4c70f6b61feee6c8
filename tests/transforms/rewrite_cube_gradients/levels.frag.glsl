#version 450
// passes: rewrite_cube_gradients
// buffer P: 1.0 0.2 -0.3 0.0  2.0 1.0 0.0 0.0
// buffer D: 0.0 1.0 0.0 0.0  8.0 0.0 0.0 0.0
// image cube: r32 4x4 layers 6 levels 3 linear mipmap = 96*0.0 24*1.0 6*2.0
// expect output color: 1.0 2.0
// tolerance: 0.02
// without: same
layout(binding = 0) uniform samplerCube cube;
layout(std430, binding = 1) readonly buffer P { vec4 p[2]; };
layout(std430, binding = 2) readonly buffer D { vec4 d[2]; };
layout(location = 0) out vec2 color;
void main() {
    color = vec2(textureGrad(cube, p[0].xyz, d[0].xyz, vec3(0.0, 0.0, 0.3)).x, textureGrad(cube, p[1].xyz, vec3(0.0), d[1].xyz).x);
}
