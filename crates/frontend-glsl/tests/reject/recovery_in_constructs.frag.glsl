#version 450
// A syntax error ends the statement it is in. The constructs around it go on, and those open in it are dropped.
layout(location = 0) out vec4 color;
float f(float x)
{
    while (x > 0.0) {
        x = x - ; // error: E0200
        if (x > 1.0) break;
    }
}
void main()
{
    float a = 0.0;
    if (a > 1.0) {
        a = ; // error: E0200
        a = true; // error: E0400
    } else {
        a = true; // error: E0400
    }
    do {
        float b = (1.0; // error: E0200
        a += 1.0;
    } while (a < 2.0);
    switch (int(a)) {
    case 1:
        a = ; // error: E0200
    case 1: // error: E0602
        break;
    case 2:
        a = f(1.0 + ); // error: E0200
    }
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < i; j++)
            a = a > 0.0 ? f(a) : ; // error: E0200
        continue;
    }
    continue; // error: E0600
    a = a > 0.0 && (a < 1.0 || ; // error: E0200
    b = 1.0; // error: E0300
    if (a > 0.0) {
        do
            a = [; // error: E0200
        while (a < 1.0);
        {
            i = 1; // error: E0300
        }
    }
    color = vec4(a, 0.0, 0.0, true ? 1.0 : 0.0);
}
