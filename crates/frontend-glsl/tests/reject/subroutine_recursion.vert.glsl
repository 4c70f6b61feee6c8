#version 400
subroutine void Step(); // error: E0707
subroutine uniform Step step_uniform;
subroutine(Step) void again() {
    step_uniform();
}
void main() {
    step_uniform();
}
