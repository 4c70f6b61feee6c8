#version 450
// Functions on integers of an extension, and those with bits of 32-bit numbers alone.
layout(local_size_x = 1) in;
layout(binding = 0) buffer Numbers { uint x; };

void main()
{
    x = addSaturate(x, 1u); // error: E0516
    x = countLeadingZeros(x); // error: E0516
}
