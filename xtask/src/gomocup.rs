//! `cargo xtask gomocup`: the package for a Gomocup tournament: a zip archive with one program, its networks inside,
//! named `pbrain-heibai`, and a text about it.

use crate::shell::{self, Cmd};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

const ABOUT: &str = "\
heibai for Gomocup: freestyle, standard and renju, boards up to 20x20, swap2.
The program reads and writes no files; its networks are inside. It keeps timeout_turn, timeout_match and max_memory.
";

/// Builds the program, packs it, and prints where.
pub fn package() -> Result<()> {
    Cmd::new("cargo").args(["build", "--release", "--locked", "--package", "heibai"]).run()?;
    let suffix = std::env::consts::EXE_SUFFIX;
    let program = shell::target().join("release").join(format!("heibai{suffix}"));
    let archive = pack(&program, &shell::target().join("gomocup"))?;
    println!("{}", archive.display());
    Ok(())
}

/// The program and the text about it as `pbrain-heibai.zip` in a folder.
fn pack(program: &Path, folder: &Path) -> Result<PathBuf> {
    let bytes = std::fs::read(program).with_context(|| format!("cannot read {}", program.display()))?;
    let name = format!("pbrain-heibai{}", std::env::consts::EXE_SUFFIX);
    std::fs::create_dir_all(folder)?;
    let archive = folder.join("pbrain-heibai.zip");
    let files = [(name.as_str(), &bytes[..], 0o755), ("README.txt", ABOUT.as_bytes(), 0o644)];
    std::fs::write(&archive, zip(&files)).with_context(|| format!("cannot write {}", archive.display()))?;
    Ok(archive)
}

/// A zip archive without compression: name, content and Unix permissions of each file.
fn zip(files: &[(&str, &[u8], u32)]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for &(name, content, rights) in files {
        let at = archive.len() as u32;
        let (sum, size) = (crc32(content), content.len() as u32);
        // Version 2.0, no flags, stored, the earliest date that the format knows.
        let mut common = Vec::new();
        for number in [20u16, 0, 0, 0, 0x21] {
            common.extend(number.to_le_bytes());
        }
        for number in [sum, size, size] {
            common.extend(number.to_le_bytes());
        }
        common.extend((name.len() as u16).to_le_bytes());
        common.extend(0u16.to_le_bytes());
        archive.extend(b"PK\x03\x04");
        archive.extend(&common);
        archive.extend(name.as_bytes());
        archive.extend(content);
        directory.extend(b"PK\x01\x02");
        // Made on Unix, so that the permissions are kept.
        directory.extend([20, 3]);
        directory.extend(&common);
        directory.extend([0; 6]);
        directory.extend(((0o100_000 | rights) << 16).to_le_bytes());
        directory.extend(at.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let (at, size, count) = (archive.len() as u32, directory.len() as u32, files.len() as u16);
    archive.extend(directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend(count.to_le_bytes());
    archive.extend(count.to_le_bytes());
    archive.extend(size.to_le_bytes());
    archive.extend(at.to_le_bytes());
    archive.extend([0, 0]);
    archive
}

/// The checksum of the zip format.
fn crc32(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for &byte in bytes {
        sum ^= u32::from(byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 };
        }
    }
    !sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_published_one() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    /// Every offset in the archive is right.
    #[test]
    fn the_archive_holds_the_program_under_its_name() {
        let folder = std::env::temp_dir().join(format!("heibai-gomocup-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let program = folder.join("program");
        std::fs::write(&program, b"not really").unwrap();
        let bytes = std::fs::read(pack(&program, &folder).unwrap()).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        let u32_at = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        let end = bytes.len() - 22;
        assert_eq!(&bytes[end..end + 4], b"PK\x05\x06");
        let directory = u32_at(end + 16);
        assert_eq!(
            (&bytes[directory..directory + 4], directory + u32_at(end + 12)),
            (&b"PK\x01\x02"[..], end)
        );
        let local = u32_at(directory + 42);
        assert_eq!(&bytes[local..local + 4], b"PK\x03\x04");
        let name = format!("pbrain-heibai{}", std::env::consts::EXE_SUFFIX);
        let content = local + 30 + name.len();
        assert_eq!(&bytes[local + 30..content], name.as_bytes());
        assert_eq!(&bytes[content..content + 10], b"not really");
        assert_eq!((u32_at(local + 14), u32_at(local + 18)), (crc32(b"not really") as usize, 10));
    }
}
