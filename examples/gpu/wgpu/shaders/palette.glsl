// Smooth colours that come back to where they began.
vec3 palette(float t)
{
    return 0.5 + 0.5 * cos(6.2831853 * (t + vec3(0.02, 0.27, 0.58)));
}
