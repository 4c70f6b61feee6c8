#version 450
layout(location = 0) out vec4 color;
uniform sampler2D tex;
buffer B { writeonly float w; float rest[]; };
struct S { int a; };
void nothing() {}

void main()
{
    int i = 1.0; // error: E0400
    bool b = vec2(1.0) && true; // error: E0402
    color = vec4(1.0) + true; // error: E0401
    i++;
    b++; // error: E0401
    color = b ? vec4(1.0) : vec3(1.0); // error: E0403
    if (i) {} // error: E0402
    i[0] = 1; // error: E0404
    color[1.0] = 1.0; // error: E0405
    color[4] = 1.0; // error: E0406
    color[-1] = 1.0; // error: E0406
    S s = S(1);
    s.b = 1; // error: E0407
    color.q = 1.0;
    vec2 v = vec2(color.z);
    v.z = 1.0; // error: E0408
    v = color.xg; // error: E0409
    v = color.xyxyx; // error: E0410
    v = nothing(); // error: E0411
    i = int; // error: E0200
    i = S; // error: E0412
    float a[2];
    a[] = 1.0; // error: E0413
    i = a.length; // error: E0414
    int l[2] = {1}; // error: E0416
    int n[i]; // error: E0417
    int z[0]; // error: E0419
    int neg[-1]; // error: E0419
    int open[2][]; // error: E0420
    void none; // error: E0421
    sampler2D local; // error: E0422
    color = (b ? tex : tex) == tex; // error: E0423
    switch (1.0) { default: break; } // error: E0424
    1 = i; // error: E0425
    color.xx = v; // error: E0425
    const int c = 1;
    c = 2; // error: E0425
    tex = tex; // error: E0425
    float read = w; // error: E0426
    rest[0] = 1.0;
}
