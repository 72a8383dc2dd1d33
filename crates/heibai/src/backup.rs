//! `heibai backup` and `heibai restore`: a copy of everything that a server has stored, and the way back.

use crate::words::Lang;
use crate::{Answer, YES};
use anyhow::Context;
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

pub fn run(args: Args, lang: Lang) -> Answer {
    let data = crate::serve::data_folder(args.data)?;
    heibai_server::backup(&data, &args.file).context("no copy was made")?;
    let file = args.file.display();
    println!("{}", lang.pick(&format!("copied to {file}"), &format!("已备份到 {file}")));
    Ok(YES)
}

pub fn run_restore(args: RestoreArgs, lang: Lang) -> Answer {
    let data = crate::serve::data_folder(args.data)?;
    let kept = heibai_server::restore(&data, &args.file).context("nothing was put back")?;
    println!("{}", lang.pick("restored", "已恢复"));
    if let Some(kept) = kept {
        let kept = kept.display();
        println!("{}", lang.pick(&format!("what was there is now {kept}"), &format!("原有数据现为 {kept}")));
    }
    Ok(YES)
}
