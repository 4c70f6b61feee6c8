#version 450
// client: vulkan
// A water surface as a sum of Gerstner waves with analytic normals.
struct Wave { vec2 dir; float steepness; float length_; };
layout(set = 0, binding = 0) uniform Ocean { mat4 viewProj; Wave waves[6]; float time; int active_; } ocean;
layout(location = 0) in vec2 grid;
layout(location = 0) out vec3 world;
layout(location = 1) out vec3 normal;
layout(location = 2) out float crest;

void gerstner(const Wave w, vec2 p, inout vec3 pos, inout vec3 tangent, inout vec3 binormal)
{
    float k = 6.2831853 / w.length_;
    float c = sqrt(9.81 / k);
    vec2 d = normalize(w.dir);
    float f = k * (dot(d, p) - c * ocean.time);
    float a = w.steepness / k;
    float sf = w.steepness * sin(f), cf = w.steepness * cos(f);
    pos += vec3(d.x * a * cos(f), a * sin(f), d.y * a * cos(f));
    tangent += vec3(-d.x * d.x * sf, d.x * cf, -d.x * d.y * sf);
    binormal += vec3(-d.x * d.y * sf, d.y * cf, -d.y * d.y * sf);
}

void main()
{
    world = vec3(grid.x, 0.0, grid.y);
    vec3 t = vec3(1.0, 0.0, 0.0), b = vec3(0.0, 0.0, 1.0);
    for (int i = 0; i < min(ocean.active_, 6); ++i)
        gerstner(ocean.waves[i], grid, world, t, b);
    normal = normalize(cross(b, t));
    crest = smoothstep(0.2, 0.8, 1.0 - normal.y);
    gl_Position = ocean.viewProj * vec4(world, 1.0);
}
