#version 450
void main()
{
    discard; // error: E0609
}
