#version 450
#extension GL_EXT_shared_memory_block : require
// client: vulkan
shared Block { uint a; };
shared uint b; // error: E0505
void main() { a = b; }
