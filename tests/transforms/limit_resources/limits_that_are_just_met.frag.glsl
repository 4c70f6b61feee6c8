#version 450
// passes: limit_resources
// options: set limit_resources.preset=webgl1, set limit_resources.varyings=1, set limit_resources.loop-nesting=1, set limit_resources.struct-nesting=2, set limit_resources.call-depth=2, set limit_resources.parameters=1, set limit_resources.uniform-block-bytes=16, set limit_resources.name-length=5
// input x: 1.0 1.0 1.0
// buffer Block: 1.0 1.0 1.0 1.0
// expect output color: 4.0 4.0 4.0 4.0
// without: same
layout(location = 0) in vec3 x;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform Block { vec4 a; };
struct A { float v; };
struct B { A a; };
float f(float a) { return a; }
void main() {
    B b = B(A(x.x));
    float sum = 0.0;
    for (int i = 0; i < 4; ++i) sum += f(b.a.v);
    color = a * sum;
}
