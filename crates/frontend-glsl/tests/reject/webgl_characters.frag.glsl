// options: webgl 1
precision mediump float;
#define PRICE 1.0 $
void main() {
    float a = 1.0 @; // error: E0001
    float b = PRICE; // error: E0001
    gl_FragColor = vec4(1.0) é; // error: E0001
}
