//! Translation: passes that move a shader from one API to another, its coordinates, interfaces, resources and names.
