#version 450
// passes: lower_textures
// options: set lower_textures.of=cubes+gradients
// image cube: r32 2x2 layers 6 clamp
// image many: r32 2x2 layers 12 clamp
// image fine: r32 4x4 layers 6 levels 3 linear mipmap clamp = 96*0.0 24*1.0 6*2.0
// expect output faces: 4.0 5.0 10.0 15.0
// expect output more: 18.0 23.0 34.0 47.0
// expect output sizes: 2.0 2.0 2.0 4.0
// expect output gathered: 4.0 2.0 1.0 3.0
// expect output levels: 1.0 2.0 1.5 0.0
// tolerance: 0.02
// without: same
layout(binding = 0) uniform samplerCube cube;
layout(binding = 1) uniform samplerCubeArray many;
layout(binding = 2) uniform samplerCube fine;
layout(location = 0) out vec4 faces;
layout(location = 1) out vec4 more;
layout(location = 2) out vec4 sizes;
layout(location = 3) out vec4 gathered;
layout(location = 4) out vec4 levels;
void main() {
    faces = vec4(texture(cube, vec3(1.0, -0.5, -0.5)).x, textureLod(cube, vec3(-1.0, 0.5, -0.5), 0.0).x,
        textureLod(cube, vec3(0.5, 1.0, -0.5), 0.0).x, texture(cube, vec3(-0.5, -1.0, -0.5), 1.0).x);
    more = vec4(textureLod(cube, vec3(0.5, 0.5, 1.0), 0.0).x, textureLod(cube, vec3(0.5, -0.5, -1.0), 0.0).x,
        textureLod(many, vec4(0.5, 1.0, -0.5, 0.7), 0.0).x, texture(many, vec4(0.5, -0.5, -1.0, 5.0)).x);
    sizes = vec4(textureSize(many, 0), textureSize(fine, 0).x);
    vec4 four = textureGather(cube, vec3(1.0, -0.1, -0.1));
    gathered = vec4(four.y, four.z, four.w, four.x);
    levels = vec4(textureGrad(fine, vec3(1.0, 0.2, -0.3), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 0.3)).x,
        textureGrad(fine, vec3(2.0, 1.0, 0.0), vec3(0.0), vec3(8.0, 0.0, 0.0)).x, textureLod(fine, vec3(0.3, 0.1, -1.0), 1.5).x,
        texture(fine, vec3(0.3, -1.0, 0.2)).x);
}
