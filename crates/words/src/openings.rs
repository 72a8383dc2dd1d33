//! What an opening rule asks for, step by step, and what players choose in it.

use crate::{Say, Text, names};
use heibai_games::gomoku::opening::Choice;
use heibai_games::{Color, Due};

catalogue! {
    /// The player who chose a colour in the opening takes Black.
    takes_black(): "takes Black", "执黑";
    /// The player who chose a colour in the opening takes White.
    takes_white(): "takes White", "执白";
    places_two_more(): "places two more stones", "再放两子";
    // How many fifth stones Black will offer.
    announces_one(): "announces one fifth stone", "五手一打";
    announces(n: u8): "announces {n} fifth stones", "五手 {n} 打";

    /// A point offered for the fifth stone.
    offers(point: &str): "offers {point} for the fifth stone", "给出五手打点 {point}";

    /// Gomoku's first move, where no opening rule decides it.
    begin_in_centre(point: &str):
        "Tip: the first stone is best placed in the centre ({point}) or near it.",
        "提示：首步建议下在天元（{point}）或其附近。";
    /// How many stones of the opening are to be placed, and the next one's colour.
    place_stones(left: u8, side: Color):
        "Opening: {left} to place, now a stone for {side}.",
        "开局：还要放 {left} 子，现在放{side}的子。";
    place_within(left: u8, side: Color, n: u8):
        "Opening: {left} to place, now a stone for {side} within the central {n}x{n} square.",
        "开局：还要放 {left} 子，现在放{side}的子，须在中央 {n}×{n} 之内。";
    place_in_centre(left: u8):
        "Opening: {left} to place, now Black's first stone, in the centre.",
        "开局：还要放 {left} 子，现在放黑方第一子，须在天元。";
    // What can be typed in an opening.
    choose_colour(): "Choose: black or white.", "请选择：black 执黑，white 执白。";
    choose_or_more():
        "Choose: black, white, or more (place two more stones).",
        "请选择：black 执黑，white 执白，more 再放两子。";
    choose_or_ten():
        "Choose: black, white, or offer10 (stay Black and offer ten fifth stones).",
        "请选择：black 执黑，white 执白，offer10 执黑并五手十打。";
    choose_fifths(most: u8):
        "How many fifth stones will Black offer? offer1 to offer{most}.",
        "黑方五手打几点？offer1 至 offer{most}。";
    offer_point(left: u8):
        "Name a point to offer for the fifth stone: {left} to go, none the same by symmetry.",
        "请给出五手打点，还要 {left} 个，不能对称。";
    pick_point(): "Pick Black's fifth stone among the points offered.", "请从打点中选一个作为黑方第五手。";

    /// A side is to place stones of the opening.
    side_places(side: Color, left: u8, color: Color):
        "{side} (for now) places {left} more; the next stone is for {color}",
        "暂为{side}的一方再放 {left} 子，此子归{color}";
    /// A side is to place stones of the opening in a part of the board.
    side_places_within(side: Color, left: u8, color: Color, n: u8):
        "{side} (for now) places {left} more; the next stone is for {color}, within the central {n}x{n}",
        "暂为{side}的一方再放 {left} 子，此子归{color}，须在中央 {n}×{n} 之内";
    /// A side is to place the first stone.
    side_places_in_centre(side: Color, left: u8):
        "{side} (for now) places {left} more; the next stone is Black's first, in the centre",
        "暂为{side}的一方再放 {left} 子，此子为黑方第一子，须在天元";
    side_chooses(side: Color): "{side} (for now) chooses a colour", "暂为{side}的一方选择执黑或执白";
    /// A side is to choose, or to place two more.
    side_chooses_or_more(side: Color):
        "{side} (for now) chooses a colour, or places two more and leaves the choice to the other",
        "暂为{side}的一方选择执黑、执白，或再放两子后由对方选择";
    /// A side is to choose, or to offer ten fifth stones.
    side_chooses_or_ten(side: Color):
        "{side} (for now) chooses a colour or offers ten fifth stones",
        "暂为{side}的一方选择执黑、执白，或五手十打";
    /// A side is to say how many fifth stones are offered.
    side_announces(side: Color):
        "{side} (for now) says how many fifth stones Black will offer",
        "暂为{side}的一方决定五手打几点";
    /// A side is to offer fifth stones.
    side_offers(side: Color, left: u8):
        "{side} offers points for the fifth stone: {left} more",
        "{side}还要给出 {left} 个五手打点";
    /// A side is to pick the fifth stone.
    side_picks(side: Color): "{side} picks the fifth stone among the points offered", "{side}从打点中选定第五手";

    // The same, told to the person whose decision it is.
    you_place(left: u8, color: Color):
        "You place {left} more; the next stone is for {color}",
        "请你再放 {left} 子，此子归{color}";
    you_place_within(left: u8, color: Color, n: u8):
        "You place {left} more; the next stone is for {color}, within the central {n}x{n}",
        "请你再放 {left} 子，此子归{color}，须在中央 {n}×{n} 之内";
    you_place_in_centre(left: u8):
        "You place {left} more; the next stone is Black's first, in the centre",
        "请你再放 {left} 子，此子为黑方第一子，须在天元";
    you_choose(side: Color): "You choose your colour (for now {side})", "由你选择执黑或执白（你暂为{side}）";
    you_choose_or_more(side: Color):
        "You choose your colour (for now {side}), or place two more and leave the choice to the other",
        "由你选择执黑、执白，或再放两子后由对方选择（你暂为{side}）";
    you_choose_or_ten(side: Color):
        "You choose your colour (for now {side}), or offer ten fifth stones",
        "由你选择执黑、执白，或五手十打（你暂为{side}）";
    you_announce(): "You say how many fifth stones Black will offer", "由你决定五手打几点";
    you_offer(left: u8): "You offer points for the fifth stone: {left} more", "请你给出五手打点，还要 {left} 个";
    you_pick(): "You pick the fifth stone among the points offered", "请你从打点中选定第五手";

    about_free(): "Black begins anywhere that the rules allow.", "黑方先行，按规则落子。";
    about_swap():
        "One player places three stones, Black, White, Black; the other then chooses a colour.",
        "一方依次放黑、白、黑三子，另一方选择执黑或执白。";
    about_swap2():
        "One player places three stones, Black, White, Black; the other takes a colour, or places a white and a black \
         stone and leaves the choice.",
        "一方依次放黑、白、黑三子；另一方选择颜色，或再放一白一黑，由对方选择。";
    about_rif():
        "One player places one of the 26 openings; the other chooses a colour; White places the fourth stone; Black \
         offers two fifth stones, of which White picks one.",
        "一方摆出 26 种开局之一，另一方选择颜色；白方下第四手，黑方给出两个五手打点，白方选定其一。";
    about_yamaguchi():
        "One player places one of the 26 openings and says how many fifth stones Black will offer; the other chooses a \
         colour; White places the fourth stone, Black offers the points, White picks one.",
        "一方摆出 26 种开局之一并宣布五手打几点，另一方选择颜色；白方下第四手，黑方给出打点，白方选定其一。";
    about_soosorv8():
        "One player places one of the 26 openings; the other chooses a colour; White places the fourth stone and says \
         how many fifth stones, up to eight, are offered; the other may change colours; Black offers, White picks.",
        "一方摆出 26 种开局之一，另一方选择颜色；白方下第四手并宣布五手打几点（至多八点），对方可再换色；黑方给出打点，白方选定其一。";
    about_taraguchi10():
        "The first stones are placed in growing central squares, and after each the other player may change colours; \
         for the fifth, Black either places it within 9x9 or offers ten points, of which White picks one.",
        "前几手依次限定在逐渐扩大的中央区域，每手之后对方可以换色；第五手由黑方下在 9×9 之内，或给出十个打点由白方选定。";
}

impl Say for Choice {
    fn text(&self) -> Text {
        match *self {
            Choice::Black => takes_black(),
            Choice::White => takes_white(),
            Choice::TwoMore => places_two_more(),
            Choice::Fifths(1) => announces_one(),
            Choice::Fifths(n) => announces(n),
            Choice::Fifth(_) => offers(&self.name()),
        }
    }
}

/// What a person at a keyboard is to type next; nothing once the opening is over.
pub fn task(due: Due) -> Option<Text> {
    Some(match due {
        Due::Stone { left, within: Some(1), .. } => place_in_centre(left),
        Due::Stone { color, left, within: Some(n), .. } => place_within(left, color, n),
        Due::Stone { color, left, within: None, .. } => place_stones(left, color),
        Due::Choice { options, .. } => match kind(options) {
            Options::Colours => choose_colour(),
            Options::OrMore => choose_or_more(),
            Options::OrTen => choose_or_ten(),
            Options::Fifths(most) => choose_fifths(most),
        },
        Due::Offer { left, .. } => offer_point(left),
        Due::Pick { .. } => pick_point(),
        _ => return None,
    })
}

/// What `side` is to do next, told to all who watch; nothing once the opening is over.
pub fn task_of(side: Color, due: Due) -> Option<Text> {
    Some(match due {
        Due::Stone { left, within: Some(1), .. } => side_places_in_centre(side, left),
        Due::Stone { color, left, within: Some(n), .. } => side_places_within(side, left, color, n),
        Due::Stone { color, left, within: None, .. } => side_places(side, left, color),
        Due::Choice { options, .. } => match kind(options) {
            Options::Colours => side_chooses(side),
            Options::OrMore => side_chooses_or_more(side),
            Options::OrTen => side_chooses_or_ten(side),
            Options::Fifths(_) => side_announces(side),
        },
        Due::Offer { left, .. } => side_offers(side, left),
        Due::Pick { .. } => side_picks(side),
        _ => return None,
    })
}

/// The same for the person on that side, to whom it is told as "you".
pub fn your_task(side: Color, due: Due) -> Option<Text> {
    Some(match due {
        Due::Stone { left, within: Some(1), .. } => you_place_in_centre(left),
        Due::Stone { color, left, within: Some(n), .. } => you_place_within(left, color, n),
        Due::Stone { color, left, within: None, .. } => you_place(left, color),
        Due::Choice { options, .. } => match kind(options) {
            Options::Colours => you_choose(side),
            Options::OrMore => you_choose_or_more(side),
            Options::OrTen => you_choose_or_ten(side),
            Options::Fifths(_) => you_announce(),
        },
        Due::Offer { left, .. } => you_offer(left),
        Due::Pick { .. } => you_pick(),
        _ => return None,
    })
}

enum Options {
    Colours,
    OrMore,
    OrTen,
    /// Up to so many fifth stones.
    Fifths(u8),
}

fn kind(options: &[Choice]) -> Options {
    match (options.first(), options.last()) {
        (Some(Choice::Fifths(_)), Some(&Choice::Fifths(most))) => Options::Fifths(most),
        (_, Some(Choice::Fifths(_))) => Options::OrTen,
        (_, Some(Choice::TwoMore)) => Options::OrMore,
        _ => Options::Colours,
    }
}

/// An opening rule by the name it is chosen with.
pub fn rule(name: &str) -> Text {
    match name {
        "free" => names::free_opening(),
        "swap" => names::swap(),
        "swap2" => names::swap2(),
        "rif" => names::rif(),
        "yamaguchi" => names::yamaguchi(),
        "soosorv8" => names::soosorv8(),
        "taraguchi10" => names::taraguchi10(),
        other => Text::same(other),
    }
}

/// What an opening rule asks of both sides, in a sentence or two; nothing for a rule that has no words.
pub fn about(name: &str) -> Text {
    match name {
        "free" => about_free(),
        "swap" => about_swap(),
        "swap2" => about_swap2(),
        "rif" => about_rif(),
        "yamaguchi" => about_yamaguchi(),
        "soosorv8" => about_soosorv8(),
        "taraguchi10" => about_taraguchi10(),
        _ => Text::default(),
    }
}
