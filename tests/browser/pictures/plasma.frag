#version 100
// Selections, compound assignments and swizzles that are written to.
precision highp float;
uniform vec2 size;
uniform float time;

void main() {
    vec2 p = gl_FragCoord.xy / size * 8.0 - 4.0;
    vec4 color = vec4(0.0);
    color.rg += sin(p) * 0.5;
    color.b = cos(length(p) * 2.0 - time);
    color.bgr *= p.x > p.y ? vec3(0.5) : vec3(1.0, 0.75, 0.5);
    float ring = abs(fract(length(p)) - 0.5) * 2.0;
    color.xy -= ring > 0.5 && p.x * p.y > 0.0 ? vec2(0.25, ring) : ring * vec2(-0.3, 0.1);
    if (any(lessThan(p, vec2(-3.5))) || all(greaterThan(p, vec2(2.5)))) {
        color = 1.0 - color;
    } else if (!(p.x < 3.0)) {
        color.rb = color.br;
    }
    gl_FragColor = vec4(color.rgb * 0.5 + 0.5, 1.0);
}
