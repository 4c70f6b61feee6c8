#version 330
// client: opengl
// Switches left from within: returns, breaks out of one and of two selections, continues, loops and switches in cases.
uniform int k;
in vec2 p;
out vec4 o;

float one(int k) {
    switch (k) {
    case 0:
        if (p.x > 0.5) return 1.0;
        break;
    case 1:
        for (int i = 0; i < 3; i++) {
            if (p.y > float(i)) break;
            if (p.y < -float(i)) return 3.0;
        }
    case 2:
        return 2.0;
    default:
        if (p.y > 0.3) break;
        return 7.0;
    }
    return 4.0;
}

void main() {
    o = vec4(one(k));
    for (int i = 0; i < 6; i++) {
        switch (k + i) {
        case 1:
            continue;
        case 2:
            if (p.x < 0.0) {
                if (p.y < 1.0) break;
                o.w += 1.0;
            } else if (p.x > 2.0) {
                o.w -= 1.0;
            }
            o.x += 1.0;
            if (p.y > 0.5) break;
            o.x += 0.5;
        case 3:
            switch (i) {
            case 1:
                if (p.y > 0.0) break;
                o.y -= 4.0;
            default:
                o.y += 2.0;
            }
            if (p.x > 1.0) {
                o.y += 1.0;
                break;
            } else if (p.x > 0.5) {
                break;
            }
            o.w += 8.0;
            break;
        case 5:
            o.w += 16.0;
        }
        o.z += 1.0;
    }
}
