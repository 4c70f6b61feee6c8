#version 300 es
// Structs in arrays, functions with parameters that come out, nested selections.
precision highp float;
uniform vec2 size;
layout(location = 0) out vec4 color;

struct Shape {
    int kind;
    vec2 center;
    float extent;
    vec3 rgb;
};

float distance_to(const Shape shape, vec2 p) {
    vec2 d = p - shape.center;
    if (shape.kind == 0) return length(d) - shape.extent;
    if (shape.kind == 1) {
        d = abs(d) - shape.extent;
        return max(d.x, d.y);
    }
    return abs(d.x) + abs(d.y) - shape.extent;
}

void blend(inout vec3 rgb, const Shape shape, vec2 p, out bool covered) {
    float d = distance_to(shape, p);
    covered = d < 0.0;
    rgb = mix(rgb, shape.rgb, clamp(0.5 - d * 40.0, 0.0, 1.0));
}

void main() {
    vec2 p = gl_FragCoord.xy / size;
    Shape shapes[3];
    shapes[0] = Shape(0, vec2(0.3, 0.6), 0.22, vec3(0.9, 0.2, 0.2));
    shapes[1] = Shape(1, vec2(0.65, 0.35), 0.18, vec3(0.2, 0.7, 0.3));
    shapes[2] = Shape(2, vec2(0.7, 0.75), 0.2, vec3(0.2, 0.3, 0.9));
    vec3 rgb = vec3(0.95);
    int layers = 0;
    for (int i = 0; i < 3; i++) {
        bool covered;
        blend(rgb, shapes[i], p, covered);
        if (covered) layers++;
    }
    color = vec4(layers > 1 ? 1.0 - rgb : rgb, 1.0);
}
