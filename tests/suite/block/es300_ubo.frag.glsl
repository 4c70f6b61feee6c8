#version 300 es
// client: opengl
// Uniform blocks with layouts, arrays and instance names in ES.
precision mediump float;
layout(std140, column_major) uniform;
layout(row_major) uniform Xf { highp mat4 uvm; lowp vec4 tints[3]; };
uniform Fog { vec3 rgb; float amount; layout(column_major) mat3 hue; } fog;
in vec2 uv;
out vec4 color;

void main() {
    vec4 p = uvm * vec4(uv, 0.0, 1.0);
    vec3 c = fog.hue * tints[int(p.x) % 3].rgb;
    color = vec4(mix(c, fog.rgb, fog.amount), uvm[3][1]);
}
