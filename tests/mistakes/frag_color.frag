// `gl_FragColor` was removed from the core profile.
#version 450
layout(location = 0) in vec2 uv;
void main() {
    gl_FragColor = vec4(uv, 0.0, 1.0);
}
