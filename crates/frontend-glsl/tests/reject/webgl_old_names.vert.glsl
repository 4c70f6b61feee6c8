// options: webgl 1
void main() {
    gl_Position = ftransform(); // error: E0516
    gl_Position += gl_Vertex; // error: E0300
}
