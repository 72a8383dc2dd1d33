// The words of the opening book and its drill, Chinese and English side by side; a part of the page's one table (words.ts).

// prettier-ignore
export const openings = {
  bookWorth: ["行棋方 {value} 子", "{value} discs for the side to move"],
  bookValue: ["估值", "Value"],
  bookGames: ["比赛", "Tournaments"],
  libraryGames: ["棋谱库", "Library"],
  bookScore: ["得分率", "Score"],
  bookPlies: ["看到 {n} 步之后", "looks {n} {n:ply|plies} ahead"],
  bookSource: ["估值来自引擎搜索，局数来自正式比赛。", "Values by the engine, games from tournaments."],
  drillTitle: ["开局练习", "Play the opening right"],
  drillAbout: ["开局库按比赛中的常见程度应对；你的每一手都与它比较。", "The book answers as tournament players do and judges each of your moves."],
  drillAs: ["执{side}", "As {side}"],
  drillShow: ["看答案", "Show the answer"],
  drillYourMove: ["轮到你下", "Your move"],
  drillBookMoves: ["开局库应对中…", "The book answers…"],
  drillIsBest: ["{at}：最佳着法", "{at}: the best move"],
  drillIsGood: ["{at}：好棋", "{at}: a good move"],
  drillIsWorse: ["{at} 损失 {n} 子，再想想", "{at} gives away {n} {n:disc|discs}; try another"],
  drillUnknown: ["开局库里没有 {at}，再想想", "{at} is not in the book; try another"],
  drillBest: ["最佳：{moves}", "Best: {moves}"],
  drillScore: ["{all} 手中有 {n} 手一次下对", "{n} of {all} moves right the first time"],
  drillDone: ["练习完成。", "The drill is complete."],
  drillBookEnds: ["开局库到此为止，之后由你自己下。", "The book ends here; the rest of the game is yours."],
} as const satisfies Record<string, readonly [string, string]>;
