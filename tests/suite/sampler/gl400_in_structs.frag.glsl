#version 400
// client: opengl
// Samplers in structs, in arrays of such and within others, passed to functions and indexed.
struct Layer { sampler2D map; vec4 tint; };
struct Material { Layer layers[2]; float gloss; samplerCube reflections[2]; };
struct Maps { sampler2D only; };
uniform Layer base;
uniform Material materials[3];
uniform Maps maps[2];
uniform int which;
in vec2 uv;
out vec4 color;

vec4 shade(Layer layer, vec2 at) { return texture(layer.map, at) * layer.tint; }

vec4 reflect_on(Material material, int index)
{
    return texture(material.reflections[index], vec3(uv, material.gloss)) + shade(material.layers[1], uv.yx);
}

vec4 plain(sampler2D map) { return texture(map, uv); }

void main()
{
    color = shade(base, uv) + reflect_on(materials[1], 1) + shade(materials[which].layers[0], uv);
    color += plain(maps[1].only) + plain(materials[2].layers[1].map) + materials[which].layers[1].tint;
}
