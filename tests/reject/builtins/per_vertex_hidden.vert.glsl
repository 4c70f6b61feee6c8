#version 450
// client: vulkan
// A member that a redeclaration leaves out is not there.
out gl_PerVertex {
    vec4 gl_Position;
    float gl_ClipDistance[9]; // error
};

void main() {
    gl_Position = vec4(0.0);
    gl_PointSize = 1.0; // error
}
