#version 430
// client: opengl
// The length of an array that gets its size later: asked for before and after the indices that say it.
float global[];
out vec4 color;

float last() { return float(global.length() - 1); }

void main()
{
    float local[];
    int before = local.length();
    local[4] = 1.0;
    local[3] = last();
    global[2] = float(local.length());
    color = vec4(local[4] + local[3], global[2], float(before), global.length());
}
