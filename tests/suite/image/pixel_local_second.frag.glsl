#version 300 es
// expect glsl: layout(rg32f) vec2 sum
// expect glsl: rgb565) out
// no glslang: it does not know the extension
#extension GL_EXT_shader_pixel_local_storage2 : require
precision highp float;
precision highp int;
__pixel_localEXT Kept {
    layout(rg32f) vec2 sum;
};
layout(location = 0, rgb565) out vec3 color;
layout(location = 1, r32i) out int number;
void main() {
    sum += vec2(gl_FragCoord.x, 1.0);
    color = vec3(sum, 0.5);
    number = gl_MaxShaderCombinedLocalStorageSizeEXT;
}
