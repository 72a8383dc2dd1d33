//! Fast loops on integers and slices; every fast path equals its scalar twin.
