struct Light {
    vec3 position;
    float radius;
    vec3 color;
};
