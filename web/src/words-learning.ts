// The words of the first steps, the glossary and the course, Chinese and English side by side.

// prettier-ignore
export const learning = {
  firstSteps: ["入门", "First steps"],
  firstStepsAbout: ["边下边学：每课一个小棋盘，裁判当场告诉你对不对。", "Learn by playing: one small board a lesson, and the referee tells you at once."],
  lessonsDone: ["已学 {n} / {all} 课", "{n} of {all} lessons"],
  lessonOf: ["第 {n} / {all} 课", "Lesson {n} of {all}"],
  lessonIsDone: ["学会了", "Done"],
  foundOf: ["已找到 {n} / {all}", "{n} of {all} found"],
  beginLessons: ["开始学习", "Begin"],
  goOnLessons: ["接着学", "Go on"],
  repeatLessons: ["再学一遍", "Once more"],
  nextLesson: ["下一课", "Next lesson"],
  firstGame: ["下第一盘棋", "Play a first game"],
  firstGameFreestyle: ["下第一盘棋（自由规则，无禁手）", "Play a first game (freestyle: nothing is forbidden)"],
  toProblems: ["做题", "Problems"],
  showMe: ["看答案", "Show me"],
  glossary: ["术语表", "Glossary"],
  course: ["课程：机器怎样下棋", "Course: how machines play"],
  topicAll: ["全部", "All"],
  topicEngines: ["引擎与比赛", "Engines and matches"],
  allTerms: ["全部术语", "All terms"],
  lessonForIt: ["这一课会讲：", "The lesson about it:"],
  lessonsForSide: ["适合{side}再看的课：", "Lessons for {side}'s mistakes:"],
  lastGames: ["从最近的对局中学习", "Learn from your last games"],
  learnByPlaying: ["边下边学", "Learn by playing"],
} as const satisfies Record<string, readonly [string, string]>;
