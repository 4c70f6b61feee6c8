#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_samplerless_texture_functions : require
// client: vulkan
// no glslang: Debian's does not know the extension
// Resources of descriptor heaps, also passed to a function, with their own strides and a buffer of the usual kind.
layout(descriptor_heap) uniform sampler samplers[];
layout(descriptor_heap) uniform texture2D textures[];
layout(descriptor_heap, r32ui) uniform uimage2D images[4];
layout(descriptor_heap, descriptor_stride = 512) readonly buffer Lights { vec4 count; vec4 lights[]; } lights[];
layout(descriptor_heap) uniform Material { vec4 color; mat3 rotation; } materials[];
layout(set = 0, binding = 0) uniform Frame { uint index; } frame;
layout(location = 0) in vec2 uv;
layout(location = 1) flat in uint material;
layout(location = 0) out vec4 color;

vec4 fetch(texture2D image, ivec2 at) {
    return texelFetch(image, at, 0);
}

void main() {
    color = texture(sampler2D(textures[27], samplers[0]), uv);
    color += texture(nonuniformEXT(sampler2D(textures[material], samplers[material])), uv);
    color += materials[nonuniformEXT(material)].color;
    color.xyz *= materials[2].rotation;
    color += lights[frame.index].lights[lights[1].lights.length() - 1];
    color += fetch(textures[frame.index], ivec2(uv));
    imageAtomicAdd(images[1], ivec2(uv), 1u);
    color += imageLoad(images[frame.index], ivec2(0));
}
