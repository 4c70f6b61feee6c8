//! Descriptor sets of a run: each binding in the device's form.

use ash::vk;

use super::Run;
use crate::describe::{Resource, Resources};
use crate::error::Error;
use crate::pipeline::Pipeline;
use crate::scratch::HostBuffer;

impl Run<'_> {
    /// Sets with the resources of a run.
    pub(super) fn descriptor_sets(
        &mut self,
        pipeline: &Pipeline,
        resources: &Resources,
    ) -> Result<Vec<vk::DescriptorSet>, Error> {
        let mut sizes = Vec::new();
        for binding in &resources.bindings {
            let (ty, count) = binding.resource.vk();
            if count == 0 {
                return Err(Error::Description("a binding is empty".to_owned()));
            }
            sizes.push(vk::DescriptorPoolSize { ty, descriptor_count: count as u32 });
        }
        let sets = self.scratch.sets(&pipeline.sets, &sizes)?;
        for binding in &resources.bindings {
            let Some(&set) = sets.get(binding.set as usize) else { continue };
            let bound = self.bound(&binding.resource, resources)?;
            let write = vk::WriteDescriptorSet::default()
                .dst_set(set)
                .dst_binding(binding.binding)
                .descriptor_type(binding.resource.vk().0);
            let write = match &bound {
                Bound::Buffers(all) => write.buffer_info(all),
                Bound::Images(all) => write.image_info(all),
                Bound::Texels(all) => write.texel_buffer_view(all),
            };
            // SAFETY: the description lives through the call, and the set is not in use.
            unsafe { self.device.device.update_descriptor_sets(&[write], &[]) };
        }
        Ok(sets)
    }

    /// The device's form of a resource.
    fn bound(&mut self, resource: &Resource, resources: &Resources) -> Result<Bound, Error> {
        let missing = || Error::Description("there is no such buffer or image".to_owned());
        let mut images = Vec::new();
        let mut image = |run: &mut Self, index: Option<usize>, sampler| -> Result<(), Error> {
            let mut info =
                vk::DescriptorImageInfo::default().image_layout(vk::ImageLayout::GENERAL).sampler(sampler);
            if let Some(index) = index {
                let image = resources.images.get(index).ok_or_else(missing)?;
                let made = run.images.get(index).ok_or_else(missing)?.clone();
                info = info.image_view(run.scratch.view(image, &made, false)?);
            }
            images.push(info);
            Ok(())
        };
        match resource {
            Resource::UniformBuffers(all) | Resource::StorageBuffers(all) => {
                let info = |&index: &usize| {
                    let &HostBuffer { buffer, guard, size, .. } =
                        self.buffers.get(index).ok_or_else(missing)?;
                    let range = if guard == 0 { vk::WHOLE_SIZE } else { size.max(4) as u64 };
                    Ok(vk::DescriptorBufferInfo { buffer, offset: guard as u64, range })
                };
                return Ok(Bound::Buffers(all.iter().map(info).collect::<Result<_, Error>>()?));
            }
            Resource::UniformTexels(all) | Resource::StorageTexels(all) => {
                let mut views = Vec::new();
                for &(index, format) in all {
                    let buffer = *self.buffers.get(index).ok_or_else(missing)?;
                    views.push(self.scratch.texel_view(buffer, format.vk())?);
                }
                return Ok(Bound::Texels(views));
            }
            Resource::SampledImages(all) => {
                for &(index, sampler) in all {
                    let sampler = self.scratch.sampler(sampler)?;
                    image(self, Some(index), sampler)?;
                }
            }
            Resource::Textures(all) | Resource::StorageImages(all) | Resource::InputAttachments(all, _) => {
                for &index in all {
                    image(self, Some(index), vk::Sampler::null())?;
                }
            }
            Resource::Samplers(all) => {
                for &sampler in all {
                    let sampler = self.scratch.sampler(sampler)?;
                    image(self, None, sampler)?;
                }
            }
        }
        Ok(Bound::Images(images))
    }
}

/// Descriptors of one binding.
enum Bound {
    Buffers(Vec<vk::DescriptorBufferInfo>),
    Images(Vec<vk::DescriptorImageInfo>),
    Texels(Vec<vk::BufferView>),
}
