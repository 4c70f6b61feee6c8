#version 460
#extension GL_EXT_shader_tile_image : require
layout(location = 0) tileImageEXT highp attachmentEXT pair[2];
layout(location = 1) tileImageEXT highp attachmentEXT single; // error: E0518
layout(location = 2) tileImageEXT highp iattachmentEXT whole;
layout(location = 7) tileImageEXT highp attachmentEXT beyond[2]; // error: E0503
tileImageEXT highp attachmentEXT nowhere; // error: E0503
layout(input_attachment_index = 0) uniform subpassInput input_of_pass; // error: E0422
layout(location = 1) out highp vec4 a;
layout(location = 2) out highp vec4 b; // error: E0518
void main() {
    a = colorAttachmentReadEXT(pair[0]);
    b = vec4(colorAttachmentReadEXT(whole));
}
