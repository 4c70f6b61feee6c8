#version 450
// client: opengl
struct S { int whole; };
struct T { centroid float x; }; // error: E0501
in S a; // error: E0511
in B { dvec2 wide; } b; // error: E0511
flat in C { int fine; } c;
centroid out vec4 d; // error: E0501
out dvec2 e; // error: E0510
coherent in vec4 f; // error: E0501
coherent uniform sampler2D g; // error: E0501
centroid uniform vec4 h; // error: E0501
const in float i; // error: E0500
uniform vec4 j;
invariant j; // error: E0501
centroid sample in vec4 k; // error: E0500
uniform L { float l; } m[]; // error: E0420
in float gl_mine; // error: E0302
out N { float n; } o; // error: E0609
void p() { precise j; } // error: E0501
float q(centroid in float x); // error: E0501
struct V { struct W { int x; } y; }; // error: E0501
void main() { precise float z; }
