#version 460
#extension GL_EXT_structured_descriptor_heap : require
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_samplerless_texture_functions : require
// client: vulkan
// no glslang: Debian's does not know the extension
// Blocks of descriptor heaps: numbers and descriptors side by side, sizes by the author, offsets of each kind.
layout(constant_id = 3) const uint materials_at = 4096;
layout(push_constant) uniform Push { vec4 tint; uint samplers_at[2]; } push;
layout(buffer_type, scalar) readonly buffer Lights { uint count; vec3 lights[]; };
layout(buffer_type) uniform Frame { mat4 view; bool is_dark; };
layout(buffer_type) buffer Counters { uint hits; };
layout(buffer_reference) buffer Names { uint first; };
struct Material {
    texture2D albedo;
    vec3 tint;
    bool is_lit;
    Lights lights[2];
};
layout(heap_offset = materials_at) resourceheap Materials {
    uint count;
    layout(row_major) mat3x2 turn;
    Frame frame;
    layout(r32ui, descriptor_size = 64) uimage2D hits;
    layout(rgba8) writeonly image2D written;
    Counters counters;
    Names names;
    layout(offset = 512) Material materials[];
} materials;
layout(heap_offset = push.samplers_at[1]) samplerheap Samplers { float bias; sampler kinds[]; };
resourceheap Plain { vec4 colors[4]; } plain;
layout(location = 0) in vec2 uv;
layout(location = 1) flat in uint index;
layout(location = 0) out vec4 color;

vec4 fetched(texture2D image, ivec2 at) {
    return texelFetch(image, at, 0);
}

void main() {
    color = texture(sampler2D(materials.materials[index].albedo, kinds[1]), uv, bias);
    uint other = index + materials.count;
    color += texture(nonuniformEXT(sampler2D(materials.materials[nonuniformEXT(other)].albedo, kinds[other])), uv);
    color += fetched(materials.materials[2].albedo, ivec2(uv));
    if (materials.materials[index].is_lit && !materials.frame.is_dark) {
        for (uint light = 0; light < materials.materials[index].lights[1].count; light++) {
            color.xyz += materials.materials[index].lights[1].lights[light] * materials.materials[index].tint;
        }
        color.x += float(materials.materials[3].lights[index & 1].lights.length());
    }
    color = materials.frame.view * color + plain.colors[index & 3] * push.tint;
    color.xy += materials.turn * color.xyz;
    color.z += materials.turn[1].y;
    atomicAdd(materials.counters.hits, 1u);
    imageAtomicAdd(materials.hits, ivec2(uv), materials.names.first);
    imageStore(materials.written, ivec2(uv), color);
}
