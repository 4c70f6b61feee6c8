#version 300 es
// client: opengl
// A page-curl like transition between two pictures.
precision highp float;
uniform sampler2D uFrom, uTo;
uniform float uProgress;
uniform vec2 uDirection;
in vec2 vUv;
out vec4 fragColor;

const float RADIUS = 0.12;
const float PI = 3.141592653589793;

void main() {
    vec2 dir = normalize(uDirection);
    float along = dot(vUv - 0.5, dir) + 0.5;
    float edge = 1.0 + RADIUS - uProgress * (1.0 + 2.0 * RADIUS);
    float d = along - edge;
    if (d > RADIUS) {
        fragColor = texture(uTo, vUv);
        float shade = smoothstep(RADIUS, RADIUS * 3.0, d);
        fragColor.rgb *= mix(0.6, 1.0, shade);
        return;
    }
    vec2 p = vUv;
    float light = 1.0;
    if (d > 0.0) {
        float a = asin(d / RADIUS);
        float back = (PI - a) * RADIUS, front = a * RADIUS;
        vec2 q = vUv + dir * (back - d);
        bool onBack = all(greaterThanEqual(q, vec2(0.0))) && all(lessThanEqual(q, vec2(1.0)));
        p = onBack ? q : vUv + dir * (front - d);
        light = onBack ? 0.7 + 0.3 * cos(a) : cos(a);
    } else {
        vec2 q = vUv + dir * (PI * RADIUS - d);
        if (all(greaterThanEqual(q, vec2(0.0))) && all(lessThanEqual(q, vec2(1.0)))) p = q;
    }
    fragColor = vec4(texture(uFrom, clamp(p, 0.0, 1.0)).rgb * light, 1.0);
}
