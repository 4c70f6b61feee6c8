#version 450
// passes: lower_textures
// options: set lower_textures.of=cubes
// image fine: r32 4x4 layers 6 levels 3 linear mipmap clamp = 96*0.0 24*1.0 6*2.0
// expect output color: 1.0 2.0 1.0 1.0
// tolerance: 0.02
// without: same
layout(binding = 0) uniform samplerCube fine;
layout(location = 0) out vec4 color;
void main() {
    vec2 at = floor(gl_FragCoord.xy);
    vec3 direction = vec3(2.0, at.x * 2.0 - 1.0, 0.0);
    color.x = texture(fine, direction).x;
    color.y = texture(fine, direction, 1.0).x;
    color.zw = textureQueryLod(fine, direction);
}
