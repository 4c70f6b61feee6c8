#version 100
// A loop that is left early, with a colour by the number of steps.
precision highp float;
uniform vec2 size;

void main() {
    vec2 c = (gl_FragCoord.xy / size - vec2(0.7, 0.5)) * 2.4;
    vec2 z = vec2(0.0);
    float steps = 0.0;
    for (int i = 0; i < 48; i++) {
        z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
        if (dot(z, z) > 4.0) break;
        steps += 1.0;
    }
    float t = steps / 48.0;
    gl_FragColor = vec4(t, t * t, sqrt(t), 1.0);
}
