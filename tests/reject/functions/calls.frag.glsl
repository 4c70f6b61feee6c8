#version 450
// Calls fit a declaration.
layout(location = 0) out vec4 color;

float f(float a, vec2 b) { return a + b.x; }
void nothing() { }

void main()
{
    float a = f(1.0); // error
    float b = f(1.0, vec3(1.0)); // error
    float c = f(1.0, vec2(1.0), 1.0); // error
    float d = nothing(); // error
    float e = sin(true); // error
    float g = dot(vec2(1.0), vec3(1.0)); // error
    vec4 h = texture(1.0, vec2(1.0)); // error
    float i = max(1.0, 2); 
    color = vec4(f(1, vec2(i)));
}
