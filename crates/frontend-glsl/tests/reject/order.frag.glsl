#version 300 es
in highp flat int a; // error: E0521
highp in float b; // error: E0521
flat in highp int c;
invariant in highp float d; // error: E0501
out mediump vec4 color;
uniform B { highp float x; } first;
uniform B { highp float y; } second; // error: E0301
uniform C { in highp float z; }; // error: E0501
highp float f(const highp float x);
highp float f(highp float x) { return x; } // error: E0301
void main()
{
    highp float v[2] = {1.0, 2.0}; // error: E0516
    color = vec4(v[0]);
}
