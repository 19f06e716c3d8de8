//! The API over real HTTP, against a server in this process.

mod attacks;
mod bracketed;
mod casual;
mod client;
mod coach;
mod daily;
mod described;
mod fairness;
mod guided;
mod languages;
mod listening;
mod page;
mod playing;
mod properties;
mod puzzles;
mod refusals;
mod restart;
mod types;
