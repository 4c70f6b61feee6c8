#version 450
// client: vulkan
// Hazard: flat, noperspective, centroid and sample on in arrays.
// expect ir: location(0) flat
// expect ir: location(3) noperspective
// expect ir: location(5) centroid
// expect ir: location(7) noperspective sample
layout(location = 0) flat in int ids[3];
layout(location = 3) noperspective in vec2 lin[2];
layout(location = 5) centroid in vec3 cen[2];
layout(location = 7) sample noperspective in float smp[2];
layout(location = 0) out vec4 o;

void main()
{
    float s = smp[0] - smp[1];
    for (int i = 0; i < 2; ++i)
        s += float(ids[i + 1]) * lin[i].x;
    o = vec4(cen[ids[0] & 1], s);
}
