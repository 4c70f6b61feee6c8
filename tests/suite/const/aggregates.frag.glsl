#version 450
// client: vulkan
// Constants of struct, array and matrix type, indexed at compile time.
struct Mat { vec3 albedo; float rough; };
layout(location = 0) flat in int k;
layout(location = 0) out vec4 o;

const Mat mats[3] = Mat[](Mat(vec3(1.0, 0.0, 0.0), 0.1), Mat(vec3(0.0, 1.0, 0.0), 0.5), Mat(vec3(0.2), 1.0));
const mat3 rgb2yuv = mat3(0.299, -0.147, 0.615, 0.587, -0.289, -0.515, 0.114, 0.436, -0.1);
const float fixedRough = mats[1].rough;
const vec3 col = rgb2yuv[2];
const vec3 yuv = rgb2yuv * mats[0].albedo;
const int len = mats.length();

void main()
{
    Mat m = mats[k % len];
    o = vec4(m.albedo * yuv + col, m.rough + fixedRough);
}
