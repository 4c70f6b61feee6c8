// options: webgl 1
precision mediump float;
varying float v;
uniform sampler2D s;
float f() { return 1.0; }
float a = v; // error: E0417
float b = f(); // error: E0417
vec4 c = texture2D(s, vec2(0.5)); // error: E0417
float d = gl_FragCoord.x; // error: E0417
float e;
float g = (e = 1.0); // error: E0417
float h = gl_DepthRange.near; // error: E0417
void main() { gl_FragColor = vec4(1.0); }
