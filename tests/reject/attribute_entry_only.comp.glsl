#version 450
#extension GL_EXT_maximal_reconvergence : require
void other() [[maximally_reconverges]] {} // error: E0501
void main() {}
