#version 450
// client: vulkan
// Particle simulation with a live list, attractors and respawn.
struct Particle
{
    vec3 pos;
    float life;
    vec3 vel;
    uint seed;
};

layout(local_size_x = 256) in;
layout(std430, set = 0, binding = 0) restrict buffer Pool { Particle particles[]; };
layout(std430, set = 0, binding = 1) restrict buffer Alive { uint count; uint indices[]; } alive;
layout(std140, set = 0, binding = 2) uniform Sim
{
    vec4 attractors[4];
    vec3 emitter;
    float dt;
    vec3 gravity;
    float drag;
} sim;

uint hash(inout uint s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
}

float rnd(inout uint s) { return float(hash(s) >> 8) / 16777216.0; }

vec3 onSphere(inout uint s)
{
    float z = rnd(s) * 2.0 - 1.0;
    float a = rnd(s) * 6.2831853;
    return vec3(sqrt(1.0 - z * z) * vec2(cos(a), sin(a)), z);
}

void spawn(inout Particle p)
{
    p.pos = sim.emitter;
    p.vel = onSphere(p.seed) * mix(0.5, 2.0, rnd(p.seed));
    p.life = 1.0 + 3.0 * rnd(p.seed);
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= particles.length())
        return;
    Particle p = particles[i];
    if (p.life <= 0.0)
        spawn(p);
    vec3 acc = sim.gravity - p.vel * sim.drag;
    for (int k = 0; k < sim.attractors.length(); ++k)
    {
        vec3 d = sim.attractors[k].xyz - p.pos;
        acc += d * sim.attractors[k].w / (dot(d, d) + 0.05);
    }
    p.vel += acc * sim.dt;
    p.pos += p.vel * sim.dt;
    if (p.pos.y < 0.0)
    {
        p.pos.y = -p.pos.y;
        p.vel.y *= -0.6;
    }
    p.life -= sim.dt;
    particles[i] = p;
    if (p.life > 0.0)
        alive.indices[atomicAdd(alive.count, 1u)] = i;
}
