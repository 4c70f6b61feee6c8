#version 110
// client: opengl
varying struct { float x; } a; // error: E0510
varying int b; // error: E0510
in float c; // error: E0516
uniform int d = 1; // error: E0508
void f(out float x[2]) { float y[2]; x[0] = 1.0; } // error: E0516
void main()
{
    float e[2], g[2];
    e = g; // error: E0401
    bool h = e == g; // error: E0401
    mat2 i = mat2(mat3(1.0)); // error: E0516
    const float j = abs(-1.0); // error: E0417
    int k = e.length(); // error: E0516
    gl_FragColor = vec4(i[0], 0.0, 0.0);
    gl_FragData[0] = gl_FragColor; // error: E0522
}
