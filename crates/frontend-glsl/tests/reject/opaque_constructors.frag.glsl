// client: opengl
#version 300 es
// A sampler is no operand, nor is an argument of a constructor (ESSL 3.00 section 4.1.7).
precision mediump float;
struct S { sampler2D member; };
uniform S s;
uniform sampler2D t;
out vec4 color;
void main() {
    color = texture(S(t).member, vec2(0)); // error: E0423
    color += texture(S[2](s, s)[0].member, vec2(0)); // error: E0423
    color += texture(sampler2D[1](t)[0], vec2(0)); // error: E0423
    color += texture(s.member, vec2(0));
}
