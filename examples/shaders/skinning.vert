#version 310 es

// Skinning with up to four bones per vertex.

layout(location = 0) in highp vec4 position;
layout(location = 1) in mediump vec3 normal;
layout(location = 2) in highp uvec4 bones;
layout(location = 3) in mediump vec4 weights;

layout(location = 0) out mediump vec3 shaded_normal;

layout(std140, binding = 0) uniform Camera {
    highp mat4 view_projection;
};

layout(std430, binding = 1) readonly buffer Skeleton {
    highp mat4 pose[];
};

void main()
{
    highp vec4 moved = vec4(0.0);
    mediump vec3 turned = vec3(0.0);
    for (int i = 0; i < 4; ++i) {
        mediump float weight = weights[i];
        if (weight <= 0.0)
            continue;
        highp mat4 bone = pose[bones[i]];
        moved += weight * (bone * position);
        turned += weight * (mat3(bone) * normal);
    }
    shaded_normal = normalize(turned);
    gl_Position = view_projection * moved;
}
