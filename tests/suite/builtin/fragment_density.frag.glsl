#version 310 es
// client: vulkan
// The area and the number of invocations of a fragment (GL_EXT_fragment_invocation_density).
#extension GL_EXT_fragment_invocation_density : require
precision highp float;
precision highp int;
layout(location = 0) out ivec4 result;
void main() {
    result = ivec4(gl_FragSizeEXT, gl_FragInvocationCountEXT, 0);
}
