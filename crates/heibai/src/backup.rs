//! `heibai backup` and `heibai restore`: saves and restores everything that a server has stored.

use crate::failure::Context;
use crate::{Answer, YES};
use heibai_words::{Language, commands as said};
use std::path::PathBuf;

/// Copies everything stored into one new file while the server runs. Use pg_dump for a PostgreSQL database.
///
/// Example: heibai backup heibai-monday.db
#[derive(clap::Args)]
pub struct Args {
    /// The file to write; it must not exist yet.
    file: PathBuf,
    /// Folder of the database; by default heibai's folder among the user's data.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Restores a copy while no server runs. The previous database is kept beside it.
///
/// Example: heibai restore heibai-monday.db
#[derive(clap::Args)]
pub struct RestoreArgs {
    /// A file made by heibai backup.
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
