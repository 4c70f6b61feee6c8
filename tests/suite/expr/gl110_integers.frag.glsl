#version 110
// client: opengl
// What the optimiser finds in integers has to be said without operators on their bits and without functions of integers.

uniform int u;
uniform ivec3 iv;
uniform vec3 v, w;
uniform vec2 a, b, c;
varying vec4 t;

int eighth(int n) {
    return n / 8;
}

void main() {
    float whole = float(int(t.x));
    int natural = u < 0 ? 0 : u;
    int sum = 0;
    for (int k = 0; k < 20; k++) {
        sum += k / 4 + eighth(k * 3);
        if (k - u == 5) {
            sum -= 1;
        }
    }
    int complement = -1 - u;
    int lesser = u < complement ? u : complement;
    int size = iv.z < 0 ? -iv.z : iv.z;
    vec4 color = vec4(whole, float(natural / 2), float(size), float(sum));
    if (u == 0 && iv.x == 0 && iv.y == 0) {
        color.x += 1.0;
    }
    if (t.z != t.z || any(notEqual(v, v))) {
        color.y += 1.0;
    }
    if (any(lessThan(a, b)) || any(lessThan(b, c))) {
        color.z += 1.0;
    }
    if (all(lessThan(a, b)) && all(lessThan(b, c))) {
        color.w += 1.0;
    }
    bvec3 apart = greaterThan(abs(v), vec3(0.0));
    color += vec4(vec3(apart), float(lesser));
    color += float(complement) * vec4(apart.x ? v.x : w.x, apart.y ? v.y : w.y, apart.z ? v.z : w.z, 1.0);
    gl_FragColor = color + float(iv.x / 16 == 0 && iv.y / 16 == 0);
}
