#version 450
// passes: unify_returns
// expect output color: 1.0 0.0 0.0 1.0  0.0 2.0 0.0 1.0  0.0 0.0 7.0 1.0  0.5 0.5 0.5 1.0
// without: same
layout(location = 0) out vec4 color;
float find(int wanted) {
    if (wanted > 0) {
        if (wanted == 5) return -1.0;
        for (int i = 0; i < 9; ++i) {
            for (int j = 0; j < 9; ++j) {
                if (i + j * 2 == wanted) return float(i * 3 + j);
            }
        }
    }
    float r = 0.0;
    for (int i = 0; i < 3; ++i) r += float(i);
    return r * 2.0 + 100.0;
}
void main() {
    int kind = int(gl_FragCoord.x) + 2 * int(gl_FragCoord.y);
    color = vec4(0.0, 0.0, 0.0, 1.0);
    switch (kind) {
        case 0: color.x = 1.0; return;
        case 1: color.y = 2.0; return;
        default: break;
    }
    for (int i = 0; i < 5; ++i) {
        if (i == 3 && kind == 2) { color.z = find(6) + 4.0; return; }
    }
    color.xyz = vec3(0.5);
}
