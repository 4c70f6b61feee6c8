#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_EXT_control_flow_attributes2 : require
layout(location = 0) in float v;
layout(location = 0) out float o;
// Attributes with arguments too few or too many are ignored.
void main() {
    o = 0.0;
    [[unroll(2)]] for (int i = 0; i < 8; ++i) { o += v; }
    [[dependency_length, min_iterations]] for (int i = 0; i < 8; ++i) { o -= v * 2.0; }
    [[branch(5.2)]] if (v > 1.0) o = 2.0;
    [[dont_unroll(-2), max_iterations(9)]] while (o > 100.0) { o *= 0.5; }
}
