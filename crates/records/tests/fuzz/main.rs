//! A short fuzz run without tools: seeds of every format are cut, joined and disturbed, and every target
//! gets the results. `HEIBAI_FUZZ_RUNS` makes it longer.

mod targets;

use fastrand::Rng;

const SEEDS: [&[u8]; 16] = [
    b"(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[3.75]RU[Chinese]HA[2]AB[cg][gc]PB[a\\]b]RE[W+R];W[ee]C[x\\:y];B[](;W[aa]LB[bb:1])(;W[tt]TB[aa:ii]))\n(;GM[2]SZ[8];B[f5];W[fd])",
    b"(;US[x]5A[7,9]SZ[15]RE[\xba\xda\xca\xa4];B[hh];W[hi];B[ii])",
    b"1 (;GM[Othello]PC[GGS/os]DT[2026]PB[a]PW[b]RB[1]RW[2]TI[05:00//02:00]TY[8]RE[-2.000:r]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5//1.25]W[d6/-2.5/0.5]B[c3];)",
    b"O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36; --:-127;\n% remark\n",
    b"\x14\x1a\x0b\x0f\x01\0\0\0\0\0\xea\x07\x08\0\x16\0\x01\0\0\0\x01\0\x28\x21\x38\x40\x21\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
    b"\x14\x1a\x01\x01\x01\0\0\0\0\0\0\0\0\0\0\0Andr\xe9\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
    b"Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,3100\n7,9,1\none.zip\ntwo.zip\n-1\n0,freestyle\n",
    br#"{"format":"heibai","version":2,"game":"go","size":9,"rules":"chinese","komi":7.5,"black":{"name":"a"},"white":{},"result":{"winner":"black","reason":"resigned"},"nodes":[{"setup":"+C3 -D4 .E5"},{"color":"black","move":"E5","score":1.5,"spent":2.5,"left":[1.0,null],"marks":[{"point":"A1","shape":"label","label":"x"}]},{"color":"white","move":"pass","comment":"c","sgf":"XX[y]"},{"parent":1,"color":"white","move":"A1"}]}"#,
    br#"{"format":"heibai","version":1,"game":"othello","black":"a","white":"b","result":"B+2","moves":["f5","d6","c3"],"times":[1000,2000]}"#,
    br#"{"version":1,"game":"gomoku","boardSize":15,"rules":"renju","moves":[{"step":1,"player":1,"x":7,"y":7,"timestamp":1800000000000,"aiScore":12.5,"forbiddenCheck":null},{"step":2,"player":2,"x":7,"y":6,"timestamp":1800000001000}],"result":{"winner":1,"reason":"resigned","winLine":[],"duration":1.0}}"#,
    b"f5d6c3d3c4f4f6g5e3pass1. d2",
    b"h8h9i8i9j8j9k8k9l8",
    b"go 9/9/2x6/9/4o4/9/9/9/9 o chinese 7.5",
    b"gomoku 15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 o renju",
    b"bits-a8:8 0x0000001008000000 0x0000000810000000 x",
    b"   A B C D\n 1 . . . .\n 2 . O X .\n 3 . X O .\n 4 . . . .\nWhite to play\n",
];

/// A seed with a few changes, or noise.
fn disturb(random: &mut Rng, seed: &[u8]) -> Vec<u8> {
    const WORDS: [&[u8]; 12] = [
        b"[",
        b"]",
        b"(;",
        b")",
        b"\\",
        b"99999999999999999999",
        b"-1",
        b"\xff",
        b"\0",
        b"\n",
        b"aa:ss",
        b"1e308",
    ];
    let mut bytes = seed.to_vec();
    for _ in 0..random.usize(0..6) {
        let at = random.usize(0..=bytes.len());
        match random.u8(0..6) {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => bytes[at] ^= 1 << random.u8(0..8),
            2 if at < bytes.len() => _ = bytes.remove(at),
            3 => _ = bytes.splice(at..at, WORDS[random.usize(0..WORDS.len())].iter().copied()),
            4 => {
                let other = SEEDS[random.usize(0..SEEDS.len())];
                bytes.splice(at.., other[random.usize(0..=other.len())..].iter().copied());
            }
            _ => {
                let to = random.usize(at..=bytes.len().min(at + 40));
                let piece = bytes[at..to].to_vec();
                bytes.splice(at..at, piece);
            }
        }
    }
    bytes
}

#[test]
fn no_target_panics() {
    let wanted = std::env::var("HEIBAI_FUZZ_RUNS").ok().and_then(|n| n.parse().ok()).unwrap_or(1500_u64);
    let mut runs = 0u64;
    for (name, target) in targets::ALL {
        let mut random = Rng::with_seed(2026);
        SEEDS.iter().for_each(|seed| target(seed));
        for _ in 0..wanted {
            let seed = SEEDS[random.usize(0..SEEDS.len())];
            let bytes = if name.starts_with("play") || random.u8(0..20) == 0 {
                (0..random.usize(0..600)).map(|_| random.u8(..)).collect()
            } else {
                disturb(&mut random, seed)
            };
            let result = std::panic::catch_unwind(|| target(&bytes));
            assert!(result.is_ok(), "target {name} fails on {:?}", bytes.escape_ascii().to_string());
            runs += 1;
        }
    }
    println!("{runs} runs over {} targets", targets::ALL.len());
}
