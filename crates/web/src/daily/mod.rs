//! The deal of the day.

pub(crate) mod day;
pub(crate) mod deals;
pub(crate) mod json;
pub(crate) mod routes;

pub(crate) use day::Day;
pub(crate) use deals::{Dealt, solver};
pub(crate) use json::{
    ChampionsGame, DailyInfo, DailyOwn, DailyResult, DailyResults, DailyTable, DailyWish, PlayDaily, Today,
};
