#version 450
// Labels are constant integers, each once.
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 color;

void main()
{
    int n = int(v.x);
    switch (v.x) { case 0: break; } // error
    switch (n) {
        case 0:
            break;
        case 0: // error
            break;
        case 1.0: // error
            break;
        case n: // error
            break;
        default:
            break;
        default: // error
            break;
    }
    color = vec4(1.0);
}
