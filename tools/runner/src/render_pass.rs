//! Render passes: only draws that read input attachments need one.

use ash::vk;

use crate::error::Error;

/// An attachment that a shader reads where it draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Input {
    /// `input_attachment_index`.
    pub(crate) index: u32,
    pub(crate) format: vk::Format,
    pub(crate) samples: u32,
}

/// A render pass of one subpass, with targets, depth and inputs in this order.
pub(crate) fn make(
    device: &ash::Device,
    targets: &[vk::Format],
    depth: Option<vk::Format>,
    samples: u32,
    inputs: &[Input],
) -> Result<vk::RenderPass, Error> {
    let attachment = |format, samples| {
        vk::AttachmentDescription::default()
            .format(format)
            .samples(vk::SampleCountFlags::from_raw(samples))
            .load_op(vk::AttachmentLoadOp::LOAD)
            .store_op(vk::AttachmentStoreOp::STORE)
            .initial_layout(vk::ImageLayout::GENERAL)
            .final_layout(vk::ImageLayout::GENERAL)
    };
    let mut attachments: Vec<_> = targets.iter().map(|&format| attachment(format, samples)).collect();
    attachments.extend(depth.map(|format| attachment(format, samples)));
    let first = attachments.len() as u32;
    attachments.extend(inputs.iter().map(|it| attachment(it.format, it.samples)));
    let reference = |attachment| vk::AttachmentReference { attachment, layout: vk::ImageLayout::GENERAL };
    let colors: Vec<_> = (0..targets.len() as u32).map(reference).collect();
    let depth = depth.map(|_| reference(targets.len() as u32));
    let count = inputs.iter().map(|it| it.index as usize + 1).max().unwrap_or(0);
    let mut read = vec![reference(vk::ATTACHMENT_UNUSED); count];
    for (attachment, input) in (first..).zip(inputs) {
        if let Some(slot) = read.get_mut(input.index as usize) {
            *slot = reference(attachment);
        }
    }
    let mut subpass = vk::SubpassDescription::default()
        .pipeline_bind_point(vk::PipelineBindPoint::GRAPHICS)
        .color_attachments(&colors)
        .input_attachments(&read);
    if let Some(depth) = &depth {
        subpass = subpass.depth_stencil_attachment(depth);
    }
    let subpasses = [subpass];
    let info = vk::RenderPassCreateInfo::default().attachments(&attachments).subpasses(&subpasses);
    // SAFETY: the description lives through the call.
    unsafe { device.create_render_pass(&info, None) }.map_err(Error::driver("vkCreateRenderPass"))
}
