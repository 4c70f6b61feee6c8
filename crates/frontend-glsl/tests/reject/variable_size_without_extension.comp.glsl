#version 430
layout(local_size_variable) in; // error: E0516
void main() {
    uint size = gl_LocalGroupSizeARB.x; // error: E0300
}
