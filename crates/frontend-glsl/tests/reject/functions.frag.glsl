#version 450
layout(location = 0) out vec4 color;
float f(float a, vec2 b) { return a; }
float g(int a, float b) { return b; }
float g(float a, int b) { return a; }
float missing(float a);
void loop(); 
void other() { loop(); }
void loop() { other(); } // error: E0707
uint written(out uint a) { return a; }
int main(int a) { return 1; } // error: E0704

void main()
{
    f(1.0); // error: E0700
    f(1.0, vec3(1.0)); // error: E0700
    g(1, 1); // error: E0701
    color(1.0); // error: E0702
    vec2 v = vec2(1.0, 2.0, 3.0); // error: E0703
    v = vec2(); // error: E0703
    mat2 m = mat2(1.0, 2.0); // error: E0703
    missing(1.0); // error: E0706
    written(1u); // error: E0425
    void inner(); // error: E0705
}
