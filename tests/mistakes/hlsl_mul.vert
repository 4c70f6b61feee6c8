// A function of HLSL where GLSL has an operator.
#version 450
layout(location = 0) in vec3 position;
layout(binding = 0) uniform Camera {
    mat4 transform;
};
void main() {
    gl_Position = mul(transform, vec4(position, 1.0));
}
