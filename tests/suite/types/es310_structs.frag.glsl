#version 310 es
// client: opengl
// Nested structs with precision in uniforms and locals of ES.
precision mediump float;
struct Tex { lowp vec4 tint; highp mat3 xf; };
struct Layer { Tex tex; float alpha[2]; bool on; };
uniform Layer layers[2];
in highp vec2 uv;
out vec4 color;

void main() {
    vec4 c = vec4(0.0);
    for (int i = 0; i < layers.length(); ++i) {
        Layer l = layers[i];
        if (!l.on) continue;
        vec3 p = l.tex.xf * vec3(uv, 1.0);
        c = mix(c, l.tex.tint * p.z, l.alpha[i] * p.x);
    }
    color = c;
}
