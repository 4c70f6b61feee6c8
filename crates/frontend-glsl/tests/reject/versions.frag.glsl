#version 110
void main()
{
    int a = 1 << 2; // error: E0516
    float b = 1; // error: E0400
    float c[2] = float[2](1.0, 2.0); // error: E0516
    float d[2][2]; // error: E0516
}
