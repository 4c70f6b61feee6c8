#version 300 es
// client: opengl
// Structs with arrays in ES, compared and copied.
precision mediump float;
struct Stop { float at; vec3 rgb; };
uniform Stop stops[3];
in float where;
out vec4 color;

void main() {
    vec3 c = stops[0].rgb;
    for (int i = 1; i < stops.length(); i++) {
        float k = clamp((where - stops[i - 1].at) / (stops[i].at - stops[i - 1].at), 0.0, 1.0);
        c = mix(c, stops[i].rgb, k);
    }
    Stop last = stops[2];
    if (last == stops[1]) c = 1.0 - c;
    color = vec4(c, 1.0);
}
