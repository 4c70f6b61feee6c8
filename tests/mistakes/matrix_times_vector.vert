// A matrix is multiplied by a shorter vector.
#version 450
layout(location = 0) in vec3 position;
layout(binding = 0) uniform Camera {
    mat4 transform;
};
void main() {
    gl_Position = transform * position;
}
