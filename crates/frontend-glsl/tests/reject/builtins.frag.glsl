#version 300 es
precision mediump float;
uniform sampler2D maps[3];
flat in int k;
out vec4 color;
float sin(float x) { return x; } // error: E0708
void main()
{
    color = texture(maps[k], vec2(0.5)); // error: E0516
    color = texture(maps[1], vec2(0.5));
}
