#version 100
// A filter with its weights in an array of uniforms, and texture lookups in a loop.
precision highp float;
uniform sampler2D image;
uniform vec2 size;
uniform float weights[5];

void main() {
    vec2 at = gl_FragCoord.xy / size;
    vec4 sum = texture2D(image, at) * weights[0];
    for (int i = 1; i < 5; ++i) {
        float offset = float(i) / 32.0;
        sum += (texture2D(image, at + vec2(offset, 0.0)) + texture2D(image, at - vec2(offset, 0.0))) * weights[i];
    }
    gl_FragColor = vec4(sum.rgb, 1.0);
}
