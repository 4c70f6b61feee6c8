//! Analyses, optimisations, lowerings and pipelines over vitrum IR.
