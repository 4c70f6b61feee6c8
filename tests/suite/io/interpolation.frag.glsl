#version 450
// client: vulkan
// flat, smooth, noperspective, centroid and sample inputs.
layout(location = 0) flat in vec2 a;
layout(location = 1) smooth in vec2 b;
layout(location = 2) noperspective in vec2 c;
layout(location = 3) centroid in vec2 d;
layout(location = 4) sample in vec2 e;
layout(location = 5) noperspective centroid in vec2 f;
layout(location = 6) flat in uint g;
layout(location = 0) out vec4 o;

void main() { o = vec4(a + b, c + d) + vec4(e, f) * float(g); }
