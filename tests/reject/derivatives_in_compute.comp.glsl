#version 450
layout(local_size_x = 4) in;
layout(binding = 0) buffer Out { float x; };
void main() {
    x = dFdx(x); // error: E0516
}
