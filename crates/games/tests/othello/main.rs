//! Othello held against a slow referee written from the rules, published counts, and the rulings.

mod agreement;
mod perft_counts;
mod queries;
mod reference;
mod rulings;
