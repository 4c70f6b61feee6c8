#version 450
// client: vulkan
// A function of an extension that is not enabled.
layout(location = 0) out vec4 color;
void main() {
    color = readFirstInvocationARB(vec4(1.0)); // error
    color.x = float(gl_SubGroupSizeARB); // error
    color.y = float(gl_ScopeDevice); // error
}
