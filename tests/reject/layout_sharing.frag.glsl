#version 450
// client: vulkan
// What shares a location is alike; qualifiers of the shader stand alone; subpass inputs say which they are.
layout(location = 0, component = 0) in float a;
layout(location = 0, component = 1) flat in int b; // error: E0518
layout(location = 1, component = 0) in float c;
layout(location = 1, component = 1) noperspective in float d; // error: E0518
layout(early_fragment_tests) in vec4 e; // error: E0501
layout(set = 0, binding = 0) uniform subpassInput f; // error: E0503
layout(set = 0, binding = 1) uniform texture2D t;
layout(location = 0) out vec4 color;

void main() {
    color = texelFetch(t, ivec2(0), 0); // error: E0516
}
