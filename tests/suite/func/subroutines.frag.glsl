#version 450
// client: opengl
// Functions chosen by uniforms, called from an array of them too; indices are assigned in order of definition.
subroutine vec4 Shade(vec3 normal, inout float weight);
subroutine void Done(out float value);

in vec3 normal;
flat in int which;
out vec4 color;

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
