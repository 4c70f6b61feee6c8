#version 450
layout(location = 0) out vec4 color;
int returns_nothing() { return; } // error: E0605
void returns_value() { return 1; } // error: E0605
int no_return() { } // error: E0606

void main()
{
    int i = 0;
    break; // error: E0600
    continue; // error: E0600
    case 1: // error: E0601
    default: // error: E0601
    switch (i) {
        i = 2; // error: E0603
        case 1:
        case 1: // error: E0602
            i = 1;
        case i: // error: E0417
            break;
        default:
            i = 2;
        default: // error: E0602
            i = 3;
    }
    [[unroll, strange]] for (;;) {} 
    [[min_iterations(0)]] for (;;) {} // error: E0608
}
