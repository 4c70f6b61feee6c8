#version 100
// Rays that march towards spheres: structs, functions with several results, early returns.
precision highp float;
uniform vec2 size;
uniform float time;

struct Hit {
    float distance;
    vec3 color;
};

Hit nearer(Hit a, Hit b) {
    if (a.distance < b.distance) return a;
    return b;
}

Hit scene(vec3 p) {
    Hit hit = Hit(p.y + 1.0, vec3(0.4, 0.5, 0.4));
    for (int i = 0; i < 3; i++) {
        float n = float(i);
        vec3 center = vec3(n * 1.4 - 1.4, sin(time + n) * 0.3, 3.0);
        hit = nearer(hit, Hit(length(p - center) - 0.6, vec3(0.9, 0.3 + 0.3 * n, 0.2)));
    }
    return hit;
}

bool march(vec3 direction, out vec3 at, out vec3 color) {
    at = vec3(0.0);
    color = vec3(0.0);
    for (int i = 0; i < 40; i++) {
        Hit hit = scene(at);
        if (hit.distance < 0.01) {
            color = hit.color;
            return true;
        }
        at += direction * hit.distance;
        if (at.z > 12.0) break;
    }
    return false;
}

void main() {
    vec2 uv = (gl_FragCoord.xy * 2.0 - size) / size.y;
    vec3 at, color;
    if (!march(normalize(vec3(uv, 1.5)), at, color)) {
        gl_FragColor = vec4(0.5, 0.6, 0.8 + 0.2 * uv.y, 1.0);
        return;
    }
    vec2 e = vec2(0.01, 0.0);
    float here = scene(at).distance;
    vec3 normal = normalize(vec3(scene(at + e.xyy).distance, scene(at + e.yxy).distance, scene(at + e.yyx).distance) - here);
    float light = max(dot(normal, normalize(vec3(0.5, 1.0, -0.6))), 0.0);
    gl_FragColor = vec4(color * (0.2 + 0.8 * light), 1.0);
}
