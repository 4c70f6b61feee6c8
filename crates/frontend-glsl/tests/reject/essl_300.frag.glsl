#version 300 es
precision mediump float;
uniform mediump sampler2DArrayShadow s;
uniform mediump sampler3D no_default; 
uniform sampler2DArray missing; // error: E0512
in int whole; // error: E0511
out vec4 color;
void main() {
    float a = texture(s, vec4(0.0));
    float b = texture(s, vec4(0.0), 1.0); // error: E0700
    float c = textureOffset(s, vec4(0.0), ivec2(0)); // error: E0700
    gl_FragColor = vec4(a); // error: E0300
    float open[]; // error: E0420
    color = vec4(a + b + c);
}
