#version 450
// Specialisation constants of every scalar type, a specialised workgroup and array.
layout(local_size_x_id = 7, local_size_y = 2, local_size_z_id = 9) in;
layout(constant_id = 0) const int COUNT = -3;
layout(constant_id = 1) const uint SIZE = 5u;
layout(constant_id = 2) const float SCALE = 0.5;
layout(constant_id = 3) const bool ON = true;
layout(constant_id = 4) const double WIDE = 1.25;
layout(binding = 0) buffer Out { float values[SIZE]; uint after; };
shared vec2 cache[SIZE + 1u];
void main() {
    cache[0] = vec2(float(COUNT) * SCALE, ON ? float(WIDE) : 0.0);
    values[0] = cache[0].x;
    after = gl_WorkGroupSize.x;
}
