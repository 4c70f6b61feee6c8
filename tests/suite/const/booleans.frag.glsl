#version 450
// client: vulkan
// Constant comparisons and logic, and code behind constant conditions.
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;

const bool wide = 3 > 2 && !(1.5 >= 2.0);
const bool same = vec2(1.0, 2.0) == vec2(1.0, 2.0) ^^ false;
const bvec3 lt = lessThan(vec3(1.0, 5.0, 3.0), vec3(2.0));
const float pick = wide ? 0.25 : 0.75;

void main()
{
    o = vec4(0.0);
    if (wide) o += v; else o -= v;
    if (!same) discard;
    while (false) o.x += 1.0;
    do { o.y += pick; } while (false);
    for (int i = 0; lt.y; ++i) o.z += 1.0;
    o.w = any(lt) && !all(lt) ? 1.0 : 0.0;
}
