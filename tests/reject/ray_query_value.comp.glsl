#version 460
#extension GL_EXT_ray_query : require
#extension GL_EXT_ray_flags_primitive_culling : require
layout(local_size_x = 1) in;
layout(primitive_culling) in; // error: E0504
rayQueryEXT one;
rayQueryEXT two = one; // error: E0508
void main() {
    rayQueryEXT three = one; // error: E0508
    rayQueryEXT four;
    four = one; // error: E0425
}
