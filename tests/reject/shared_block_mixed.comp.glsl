#version 450
#extension GL_EXT_shared_memory_block : require
layout(local_size_x = 4) in;
shared Block { int x; };
shared Blocks { int y; } blocks[2]; // error: E0501
shared int z; // error: E0505
void main() {}
