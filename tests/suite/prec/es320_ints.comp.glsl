#version 320 es
// client: vulkan
// Integer precision in operators, shifts and built-ins.
precision highp float;
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) buffer Io { highp uint word[]; };

void main() {
    uint id = gl_GlobalInvocationID.x;
    mediump int a = int(id) & 0xff;
    lowp int b = a >> 4;
    highp uint c = word[id] << uint(b);
    mediump int bits = bitCount(c);
    word[id] = c + uint(a * b) + uint(bits);
}
