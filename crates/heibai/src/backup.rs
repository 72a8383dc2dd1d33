//! `heibai backup` and `heibai restore`: a copy of everything that a server has stored, and the way back.

use crate::failure::Context;
use crate::{Answer, YES};
use heibai_words::{Language, commands as said};
use std::path::PathBuf;

/// Copies what is stored into one new file, while the server goes on. A PostgreSQL database is copied with pg_dump.
///
/// Example: heibai backup heibai-monday.db
#[derive(clap::Args)]
pub struct Args {
    /// The copy; it must not be there yet.
    file: PathBuf,
    /// Folder of the database; by default heibai's folder among the user's data.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Puts a copy back, while no server runs. What was stored is kept beside it.
///
/// Example: heibai restore heibai-monday.db
#[derive(clap::Args)]
pub struct RestoreArgs {
    /// A file that heibai backup has made.
    file: PathBuf,
    /// Folder of the database; by default heibai's folder among the user's data.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

pub fn run(args: Args, lang: Language) -> Answer {
    let data = crate::serve::data_folder(args.data)?;
    heibai_server::backup(&data, &args.file).told(said::no_copy)?;
    println!("{}", said::copied_to(&args.file.display().to_string()).get(lang));
    Ok(YES)
}

pub fn run_restore(args: RestoreArgs, lang: Language) -> Answer {
    let data = crate::serve::data_folder(args.data)?;
    let kept = heibai_server::restore(&data, &args.file).told(said::nothing_restored)?;
    println!("{}", said::restored().get(lang));
    if let Some(kept) = kept {
        println!("{}", said::kept_beside(&kept.display().to_string()).get(lang));
    }
    Ok(YES)
}
