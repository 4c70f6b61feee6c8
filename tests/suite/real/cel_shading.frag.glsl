#version 300 es
// client: opengl
// Cel shading with a banded ramp, rim light and hatching.
precision mediump float;
uniform vec3 uLightDir;
uniform vec3 uEye;
uniform vec4 uBase;
uniform int uBands;
uniform sampler2D uRamp;
in highp vec3 vWorld;
in vec3 vNormal;
out vec4 fragColor;

float band(float x) {
    float n = float(uBands);
    float k = floor(x * n) / n;
    float e = fwidth(x) * n;
    return mix(k, k + 1.0 / n, smoothstep(1.0 - e, 1.0, fract(x * n)));
}

float hatch(vec2 p, float dark) {
    float h = 0.0;
    if (dark > 0.3) h = max(h, step(0.8, fract((p.x + p.y) * 0.1)));
    if (dark > 0.6) h = max(h, step(0.8, fract((p.x - p.y) * 0.1)));
    return h;
}

void main() {
    vec3 n = normalize(vNormal);
    vec3 l = normalize(uLightDir);
    vec3 v = normalize(uEye - vWorld);
    float d = band(max(dot(n, l), 0.0));
    float s = step(0.95, dot(n, normalize(l + v)));
    float rim = smoothstep(0.6, 0.8, 1.0 - max(dot(n, v), 0.0)) * d;
    vec3 c = uBase.rgb * texture(uRamp, vec2(d, 0.5)).rgb + vec3(s * 0.4 + rim * 0.5);
    c *= 1.0 - 0.3 * hatch(gl_FragCoord.xy, 1.0 - d);
    fragColor = vec4(c, uBase.a);
}
