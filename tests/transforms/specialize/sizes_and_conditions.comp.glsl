#version 450
// passes: specialize
// options: set specialize.values=0:3,on:true,SCALE:0.5, set specialize.all=true
// expect buffer Result: 3 9 1 6.5
// without: other
layout(local_size_x_id = 4, local_size_x = 1) in;
layout(constant_id = 0) const int N = 2;
layout(constant_id = 1) const bool on = false;
layout(constant_id = 2) const float SCALE = 2.0;
layout(constant_id = 3) const uint K = 5u;
const int SQUARE = N * N;
layout(std430, binding = 0) buffer Result { int length; int square; uint size; float sum; };
shared float kept[N];
void main() {
    float values[N];
    for (int i = 0; i < N; i++) values[i] = float(i) * SCALE;
    kept[N - 1] = values[N - 1];
    length = values.length();
    square = SQUARE;
    size = gl_WorkGroupSize.x;
    sum = kept[N - 1];
    if (on) sum += values[1];
    if (K == 5u) sum += float(K);
}
