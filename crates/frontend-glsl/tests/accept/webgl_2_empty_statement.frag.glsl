#version 300 es
// options: webgl 2
precision mediump float;
uniform int x;
out vec4 color;
void main() {
    switch (x) {
        case 0:
            ;
    }
    color = vec4(1.0);
}
