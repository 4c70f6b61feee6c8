//! A driver's statistics of the machine code that it makes.

use std::time::Duration;

use ash::vk;

use crate::describe::{Dispatch, Draw, Stage};
use crate::device::{Device, text};
use crate::error::Error;
use crate::pipeline::{self, Pipeline};

/// The compiled shaders of a pipeline.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// Time that the driver took.
    pub time: Duration,
    /// Of each executable.
    pub executables: Vec<Statistics>,
}

/// The driver's statistics of an executable.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// The stages that it runs.
    pub stages: Vec<Stage>,
    /// Numbers, with the names that the driver gives them.
    pub numbers: Vec<(String, f64)>,
}

impl Made {
    /// The number of that name, of the executable that runs a stage.
    pub fn number(&self, stage: Stage, name: &str) -> Option<f64> {
        let of_stage = self.executables.iter().find(|it| it.stages.contains(&stage))?;
        of_stage.numbers.iter().find(|row| row.0 == name).map(|row| row.1)
    }
}

const STAGES: [Stage; 6] = [
    Stage::Vertex,
    Stage::TessControl,
    Stage::TessEvaluation,
    Stage::Geometry,
    Stage::Fragment,
    Stage::Compute,
];

impl Device {
    /// Compiles the shaders of a draw without running it.
    ///
    /// # Errors
    /// If the description is wrong, or the driver cannot compile it or does not tell.
    pub fn statistics_of_draw(&self, draw: &Draw) -> Result<Made, Error> {
        let (pipeline, time) = pipeline::measured_draw(self, draw)?;
        self.statistics(&pipeline, time)
    }

    /// Compiles a compute shader without running it.
    ///
    /// # Errors
    /// As [`Self::statistics_of_draw`].
    pub fn statistics_of_dispatch(&self, dispatch: &Dispatch) -> Result<Made, Error> {
        let (pipeline, time) = pipeline::measured_compute(self, &dispatch.shader, &dispatch.resources)?;
        self.statistics(&pipeline, time)
    }

    fn statistics(&self, pipeline: &Pipeline, time: Duration) -> Result<Made, Error> {
        let executables = self.executables(pipeline.pipeline);
        pipeline::destroy(&self.device, pipeline);
        executables.map(|executables| Made { time, executables })
    }

    fn executables(&self, pipeline: vk::Pipeline) -> Result<Vec<Statistics>, Error> {
        let Some(functions) = &self.executables else {
            return Err(Error::Unsupported("VK_KHR_pipeline_executable_properties".to_owned()));
        };
        let info = vk::PipelineInfoKHR::default().pipeline(pipeline);
        // SAFETY: the pipeline was made by this device, with the flag that this needs.
        let all = unsafe { functions.get_pipeline_executable_properties(&info) }
            .map_err(Error::driver("vkGetPipelineExecutablePropertiesKHR"))?;
        let mut list = Vec::new();
        for (index, properties) in (0..).zip(&all) {
            let info = vk::PipelineExecutableInfoKHR::default().pipeline(pipeline).executable_index(index);
            // SAFETY: likewise, and the executable is one of those that it has.
            let numbers = unsafe { functions.get_pipeline_executable_statistics(&info) }
                .map_err(Error::driver("vkGetPipelineExecutableStatisticsKHR"))?;
            let numbers = numbers.iter().map(|row| (text(&row.name), number(row))).collect();
            let stages = STAGES.into_iter().filter(|stage| properties.stages.contains(stage.vk())).collect();
            list.push(Statistics { stages, numbers });
        }
        Ok(list)
    }
}

fn number(row: &vk::PipelineExecutableStatisticKHR<'_>) -> f64 {
    // SAFETY: the format says which member the driver wrote, and all of them are plain numbers.
    unsafe {
        match row.format {
            vk::PipelineExecutableStatisticFormatKHR::BOOL32 => f64::from(row.value.b32),
            vk::PipelineExecutableStatisticFormatKHR::INT64 => row.value.i64 as f64,
            vk::PipelineExecutableStatisticFormatKHR::UINT64 => row.value.u64 as f64,
            _ => row.value.f64,
        }
    }
}
