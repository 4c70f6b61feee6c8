#version 450
// client: vulkan
// Built-in functions on doubles.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer B { dvec3 v; dvec3 r; dmat3 m; };

void main()
{
    dvec3 w;
    r = modf(v, w) + floor(v) * sqrt(abs(v)) + fract(w);
    r += min(v, 1.0lf) + mix(v, w, 0.5lf) + clamp(v, dvec3(0.0), dvec3(1.0)) + sign(v);
    r *= normalize(cross(v, w)) + dot(v, w) + length(v) + inversesqrt(v.x + 1.0lf);
    r += fma(v, v, w) + step(0.5lf, v) + smoothstep(0.0lf, 1.0lf, v);
    m = inverse(m) * outerProduct(v, w) * determinant(m);
}
