#version 120
// client: opengl
uniform sampler2D s;
varying vec4 at;
varying out vec4 color; // error: E0500

void main() {
    gl_FragColor = texture2DOffset(s, at.xy, ivec2(1)); // error: E0516
    gl_FragColor += round(at); // error: E0516
    gl_FragColor += float(gl_PrimitiveID); // error: E0300
}
