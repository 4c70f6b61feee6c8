#version 450
// client: vulkan
#extension GL_EXT_optional_input_attachment_index : require
layout(binding = 0) uniform subpassInput one;
layout(binding = 1) uniform subpassInput several[2]; // error: E0503
layout(location = 0) out vec4 o;
void main() {
    o = subpassLoad(one) + subpassLoad(several[1]);
}
