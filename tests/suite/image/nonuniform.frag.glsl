#version 450
#extension GL_EXT_nonuniform_qualifier : require
// client: vulkan
// What is nonuniformEXT by its declaration, or computed from such values, chooses resources of every kind.
// expect spirv: OpCapability SampledImageArrayNonUniformIndexing
// expect spirv: OpCapability StorageBufferArrayNonUniformIndexing
// expect spirv: OpCapability UniformBufferArrayNonUniformIndexing
// expect spirv: OpCapability StorageImageArrayNonUniformIndexing
// expect spirv: OpCapability UniformTexelBufferArrayNonUniformIndexing
layout(binding = 0) uniform sampler2D images[];
layout(binding = 1) buffer Storage { float values[4]; vec4 last; } storage[8];
layout(binding = 2) uniform Constants { vec4 tint; } constants[8];
layout(binding = 3, r32ui) uniform uimage2D counters[8];
layout(binding = 4) uniform samplerBuffer texels[8];
layout(binding = 5) uniform texture2D textures[8];
layout(binding = 6) uniform sampler linear;
layout(location = 0) flat in nonuniformEXT int declared;
layout(location = 1) flat in int plain;
layout(location = 2) in vec2 uv;
layout(location = 0) out vec4 color;

nonuniformEXT int chosen(nonuniformEXT int from, int other) { return from > other ? from : other; }

vec4 inside(nonuniformEXT int index) { return constants[index + 1].tint; }

void main()
{
    nonuniformEXT int local = plain;
    color = texture(images[declared], uv);
    color += texture(images[nonuniformEXT(plain) * 2 + 1], uv);
    color += texture(images[uv.x > 0.5 ? declared : 0], uv);
    color += texture(images[chosen(plain, 3)], uv);
    color += constants[local].tint + inside(plain);
    color += texelFetch(texels[local], 3);
    color += texture(sampler2D(textures[declared], linear), uv);
    color += texture(nonuniformEXT(sampler2D(textures[plain], linear)), uv);
    storage[declared].values[plain] = 1.0;
    storage[declared & 7].last.xz = uv;
    storage[plain].values[declared] = 2.0;
    imageAtomicAdd(counters[local], ivec2(0), 1u);
    color.x += float(storage[declared].values.length());
}
