#version 100
// client: vulkan
// no glslang: it takes no ESSL 1.00 for Vulkan
// Both names of the first output; none is written.
invariant gl_FragColor;
invariant gl_FragData;

void main()
{
}
