layout(local_size_x = 4) in; shared int a[4];
void main() { a[gl_LocalInvocationIndex] = 1; barrier(); }
