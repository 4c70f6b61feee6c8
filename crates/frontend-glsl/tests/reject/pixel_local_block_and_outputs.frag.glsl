#version 300 es
#extension GL_EXT_shader_pixel_local_storage : require
__pixel_localEXT Kept { highp uint bits; } kept;
out highp vec4 color;
void paint(out highp vec4 place) { place = vec4(1.0); }
void main() {
    kept.bits += 1u;
    paint(color); // error: E0526
}
