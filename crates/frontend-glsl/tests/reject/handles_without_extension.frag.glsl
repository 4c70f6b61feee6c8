#version 450
// client: opengl
layout(bindless_sampler) uniform sampler2D a; // error: E0516
uniform uvec2 words;
uniform Block {
    sampler2D b; // error: E0422
};
flat in sampler2D c; // error: E0510

sampler2D get() { // error: E0422
    return a;
}

void main() {
    sampler2D d; // error: E0422
    uvec2 e = uvec2(a); // error: E0703
    vec4 f = texture(sampler2D(words), vec2(0.0)); // error: E0703
}
