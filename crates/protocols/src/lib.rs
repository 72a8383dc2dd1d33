//! Conversations in text, both ends: GTP, Gomocup, NBoard.
