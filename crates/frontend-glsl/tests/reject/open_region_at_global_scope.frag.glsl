#version 450
layout(constant_id = 3) const bool choice = true;
float chosen = choice ? 1.0; // error: E0200
float made(float a);
void main();
float value = made(chosen);
void main() {
}
