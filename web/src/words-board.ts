// The words of the board that other pages embed, Chinese and English side by side; a part of the page's one table (words.ts).

// prettier-ignore
export const boardWords = {
  boardBlack: ["轮到黑方", "Black to play"],
  boardWhite: ["轮到白方", "White to play"],
  boardCounting: ["双方停一手，等待数子", "Both passed; the stones are to be counted"],
  boardFirst: ["到开头", "To the start"],
  boardBack: ["上一手", "Back one move"],
  boardNext: ["下一手", "Forward one move"],
  boardLast: ["到结尾", "To the end"],
  boardPass: ["停一手", "Pass"],
  boardMove: ["第 {n} 手", "move {n}"],
  boardFailed: ["棋盘无法载入", "The board could not be loaded"],
} as const satisfies Record<string, readonly [string, string]>;
