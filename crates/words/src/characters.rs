//! The opponents with a name and a face, and how each plays.

use crate::Text;

catalogue! {
    // A character.
    chick(): "Dot the chick", "小鸡点点";
    rabbit(): "Hop the rabbit", "小兔跳跳";
    kitten(): "Mimi the kitten", "小猫咪咪";
    puppy(): "Biscuit the puppy", "小狗旺旺";
    squirrel(): "Hazel the squirrel", "松鼠果果";
    panda(): "Bamboo the panda", "熊猫团团";
    fox(): "Rusty the fox", "狐狸阿狸";
    monkey(): "Pip the monkey", "猴子皮皮";
    crane(): "Cloud the crane", "白鹤云云";
    wolf(): "Ash the wolf", "灰狼阿苍";
    owl(): "Hoot the owl", "猫头鹰博士";
    dragon(): "Ink the dragon", "墨龙";

    // How it plays Othello.
    othello_chick(): "grabs as many discs as it can", "见子就翻，越多越好";
    othello_rabbit(): "wants to have many moves, and forgets the corners", "想让自己处处可下，却忘了角";
    othello_kitten():
        "goes for corners, and overlooks a square now and then",
        "奔着角去，偶尔漏看一格";
    othello_puppy():
        "takes corners, keeps away from the squares beside them, and looks at your answer and its own next move",
        "占角，躲开角旁的格子，会看你的应手和自己的下一手";
    othello_squirrel(): "has learnt from many games and judges at a glance", "学过很多棋谱，凭一眼判断";
    othello_panda(): "has a feeling for good shapes, and dozes off now and then", "有棋感，偶尔打盹";
    othello_fox(): "seldom misjudges, and counts the last seven squares", "判断较准，最后七格会数清";
    othello_monkey(): "looks two moves ahead and likes tricks", "看两步，爱设圈套";
    othello_crane(): "patient: looks three moves ahead and plays the last nine squares well", "有耐心，看三步，最后九格很准";
    othello_wolf(): "looks four moves ahead and hardly errs", "看四步，很少出错";
    othello_owl(): "looks five moves ahead and solves the last twelve squares", "看五步，最后十二格算清";
    othello_dragon(): "looks seven moves ahead and solves the last fourteen squares", "看七步，最后十四格算清";

    // How it plays Go.
    go_chick(): "puts stones here and there", "东一子，西一子";
    go_rabbit(): "plays where it feels like, and forgets its weak groups", "凭心情落子，常忘了自己的弱棋";
    go_kitten(): "likes to be close to your stones", "喜欢贴着你的子下";
    go_puppy(): "follows its feeling, good or bad", "跟着感觉走，有好有坏";
    go_squirrel(): "gathers territory and answers most threats", "爱围地，多数威胁会应";
    go_panda(): "solid shapes, no reading", "棋形端正，不爱计算";
    go_fox(): "reads a little and sometimes trusts its feeling too much", "会算一点，有时太相信感觉";
    go_monkey(): "reads twenty positions and looks for weak groups", "推演二十个局面，专找弱棋";
    go_crane(): "sees good moves at a glance and seldom slips", "一眼看出好棋，很少失手";
    go_wolf(): "a strong feeling, and attacks what is thin", "棋感很强，专攻薄处";
    go_owl(): "judges the whole board and reads forty positions", "大局清楚，推演四十个局面";
    go_dragon(): "reads a hundred positions and gives nothing away", "推演上百个局面，寸土不让";

    // How it plays Gomoku.
    gomoku_chick():
        "builds its own row and hardly looks at yours",
        "只顾自己连子，不太看你的棋";
    gomoku_rabbit():
        "sees rows near the last stone, and often misses those elsewhere",
        "只看得见上一手附近，别处常看漏";
    gomoku_kitten():
        "blocks most fours and some threes",
        "多数冲四会挡，活三常漏";
    gomoku_puppy():
        "blocks eagerly, and thinks one stone ahead",
        "堵得勤快，只想一步";
    gomoku_squirrel():
        "looks at your answer, and now and then overlooks a point",
        "会看你的应手，偶尔漏看一点";
    gomoku_panda():
        "looks at your answer and keeps its stones together",
        "会看你的应手，棋形紧凑";
    gomoku_fox(): "steady in defence, and rarely overlooks anything", "防守稳当，很少漏看";
    gomoku_monkey(): "looks three stones ahead and sets up double threats", "看三步，会做双威胁";
    gomoku_crane(): "finds wins by fours when it pays attention", "专心时会连续冲四取胜";
    gomoku_wolf(): "opens by theory, attacks all the time, and now and then loses its thread", "开局按定式，一路进攻，偶尔断线";
    gomoku_owl(): "looks eight stones ahead and proves its wins", "看八步，胜势算得清";
    gomoku_dragon(): "looks ten stones ahead; one slip is enough for it", "看十步，一着不慎就会输给它";
}

/// A character's name for people.
pub fn name(character: &str) -> Option<Text> {
    Some(match character {
        "chick" => chick(),
        "rabbit" => rabbit(),
        "kitten" => kitten(),
        "puppy" => puppy(),
        "squirrel" => squirrel(),
        "panda" => panda(),
        "fox" => fox(),
        "monkey" => monkey(),
        "crane" => crane(),
        "wolf" => wolf(),
        "owl" => owl(),
        "dragon" => dragon(),
        _ => return None,
    })
}
