#version 450
// Jumps are where there is something to jump out of.
layout(location = 0) out vec4 color;

void main()
{
    break; // error
    continue; // error
    case 1: // error
    default: // error
    switch (1) {
        case 0:
            continue; // error
        case 1:
            break;
    }
    color = vec4(1.0);
}
