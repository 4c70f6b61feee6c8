#version 450
// client: vulkan
// Wishes about calls of functions (GL_EXT_function_control_attributes).
// no glslang: Debian's does not know the extension
// expect spirv: DontInline
#extension GL_EXT_function_control_attributes : require
layout(location = 0) flat in int start;
layout(location = 0) out vec4 color;

[[inline]] int goes(int x) { return x * x + 1; }
[[noinline]] int stays(int x) { return x + 2; }
int behind(int x) [[inline]] { return x * 3; }
[[noinline]] int declared(int x);

void main()
{
    int x = goes(start) + goes(start + 1);
    x += stays(x);
    x = behind(x) + declared(x);
    color = vec4(x);
}

int declared(int x) { return x - 4; }
