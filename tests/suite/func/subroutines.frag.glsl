#version 450
// Functions chosen by uniforms, called from an array of them too; indices are assigned in order of definition.
subroutine vec4 Shade(vec3 normal, inout float weight);
subroutine void Done(out float value);

layout(location = 0) in vec3 normal;
layout(location = 1) flat in int which;
layout(location = 0) out vec4 color;

subroutine uniform Shade shade;
layout(location = 2) subroutine uniform Shade shades[2];
layout(location = 0) subroutine uniform Done done;

subroutine(Shade) vec4 plain(vec3 normal, inout float weight) {
    weight *= 0.5;
    return vec4(normal, 1.0);
}

layout(index = 1) subroutine(Shade) vec4 bright(vec3 normal, inout float weight) {
    weight += 1.0;
    return vec4(normal * 2.0, 1.0);
}

subroutine(Done) void zero(out float value) {
    value = 0.0;
}

void main() {
    float weight = 1.0;
    color = shade(normal, weight);
    color += shades[which](-normal, weight);
    color += plain(normal, weight);
    float value;
    done(value);
    color *= weight + value + float(shades.length());
}
