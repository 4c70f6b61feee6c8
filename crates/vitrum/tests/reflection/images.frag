#version 450
// Samplers, textures, images with formats, texel buffers, subpass inputs.
layout(set = 0, binding = 0) uniform sampler2D albedo;
layout(set = 0, binding = 1) uniform sampler2DArrayShadow shadows[4];
layout(set = 0, binding = 2) uniform texture3D volume;
layout(set = 0, binding = 3) uniform sampler linear;
layout(set = 0, binding = 4, rgba16f) uniform readonly image2D picture;
layout(set = 0, binding = 5, r32ui) uniform coherent uimage2DArray counts;
layout(set = 1, binding = 0) uniform isamplerBuffer table;
layout(set = 1, binding = 1, rgba8) uniform writeonly imageBuffer texels;
layout(set = 2, binding = 0, input_attachment_index = 1) uniform subpassInput attachment;
layout(location = 0) out vec4 color;
layout(location = 0, index = 1) out vec4 second;
layout(depth_greater) out float gl_FragDepth;
layout(early_fragment_tests) in;
void main() {
    color = texture(albedo, gl_FragCoord.xy) + texture(sampler3D(volume, linear), vec3(0.5));
    color.x += texture(shadows[1], vec4(0.5));
    color += imageLoad(picture, ivec2(0)) + vec4(texelFetch(table, 3)) + subpassLoad(attachment);
    imageAtomicAdd(counts, ivec3(0), 1u);
    imageStore(texels, 0, color);
    second = color;
    gl_FragDepth = 0.5;
}
