#version 300 es
// client: opengl
// Nested loops with an early exit by flag in ES.
precision mediump float;
uniform ivec2 uCells;
in vec2 uv;
out vec4 color;

void main() {
    float best = 8.0;
    bool found = false;
    for (int y = 0; y < uCells.y && !found; y++) {
        for (int x = 0; x < uCells.x; x++) {
            vec2 c = vec2(x, y) / vec2(uCells);
            float d = distance(c, uv);
            if (d > best) continue;
            best = d;
            if (best < 0.01) { found = true; break; }
        }
    }
    color = vec4(best, found, 0.0, 1.0);
}
