#version 300 es
out int whole; // error: E0511
flat out int flat_whole;
struct A { float x[2]; };
struct B { A a; };
struct C { float x; };
struct D { int x; };
out A arrays; // error: E0510
out B nested; // error: E0510
out C plain;
out C elements[2]; // error: E0510
out D integers; // error: E0511
uniform U { invariant float member; }; // error: E0501
uniform sampler2D samplers[2];
uniform int index;
void main() {
    vec4 a = texture(samplers[index], vec2(0.0)); // error: E0516
    vec4 b = texture(samplers[0], vec2(0.0), 1.0); // error: E0609
    float c = 1; // error: E0400
    uint d = 1; // error: E0400
    switch (index) { // error: E0604
        case 0:
    }
    gl_Position = a + b;
}
