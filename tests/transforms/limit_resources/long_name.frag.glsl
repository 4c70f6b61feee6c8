#version 450
// passes: limit_resources
// options: set limit_resources.name-length=20
// refused: has 24 bytes, at most 20 are allowed
layout(location = 0) out vec4 color;
void main() {
    float a_name_that_is_too_long_ = 1.0;
    color = vec4(a_name_that_is_too_long_);
}
