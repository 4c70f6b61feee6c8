#version 450
#extension GL_EXT_long_vector : require
layout(constant_id = 0) const int COUNT = 5;
layout(location = 0) in vector<float, 5> input_; // error: E0510
layout(location = 0) out vec4 color;
layout(location = 1) out vector<float, 6> output_; // error: E0510
int number = 3;
vector<void, 5> nothing; // error: E0303
vector<float, 0> none; // error: E0419
vector<float, 5000> large; // error: E0419
vector<float, number> open; // error: E0417
void main() {
    vector<float, 5> v = vector<float, 5>(1.0);
    vector<float, 6> w = vector<float, 6>(1.0);
    v.x = 1.0; // error: E0407
    v[5] = 1.0; // error: E0406
    v = w; // error: E0400
    v + w; // error: E0401
    v = vector<float, 5>(1.0, 2.0); // error: E0703
    v = vector<float, 5>(w);
    vector<float, COUNT> s = vector<float, COUNT>(1.0, 2.0, 3.0, 4.0, 5.0); // error: E0703
    v = s; // error: E0400
    v = max(v, w); // error: E0700
    color = vec4(v[0]);
}
