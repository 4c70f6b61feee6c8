#version 450
// client: vulkan
// A subpass input without an index (GL_EXT_optional_input_attachment_index).
// no glslang: Debian's does not know GL_EXT_optional_input_attachment_index
// expect glsl: layout(set = 0, binding = 0) uniform subpassInput colour;
#extension GL_EXT_optional_input_attachment_index : require
layout(set = 0, binding = 0) uniform subpassInput colour;
layout(input_attachment_index = 1, set = 0, binding = 1) uniform subpassInput light;
layout(location = 0) out vec4 o;
void main() {
    o = subpassLoad(colour) * subpassLoad(light);
}
