// options: webgl 2
precision mediump float;
uniform int n;
void main() {
    float sum = 0.0;
    while (sum < 4.0) sum += 1.0; // error: E0524
    for (int i = 0; i < n; i++) sum += 1.0; // error: E0524
    for (int i = 0; i < 4; i = i + 1) sum += 1.0; // error: E0524
    for (int i = 0; i < 4; sum++, i++) sum += 1.0; // error: E0524
    for (int i = 0; sum++, i < 4; i++) sum += 1.0; // error: E0524
    for (int i = 0; i < 4; i += 2) sum += 1.0;
    for (float f = 1.0; 0.0 != f; f -= 0.5) sum += 1.0; // error: E0524
    for (float f = 1.0; f != 0.0; f -= 0.5) sum += 1.0;
    gl_FragColor = vec4(sum);
}
