//! Many games and what they prove.
