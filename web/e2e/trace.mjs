// What a touch costs the page in processor time, by the browser's own trace: the same on a busy machine.

const CATEGORIES = ["devtools.timeline", "toplevel", "cc"];

/**
 * For each release of the button while `act` runs: the milliseconds of the main thread from the task that hears of it to
 * the frame that shows its stone, all of the page's other work in between included.
 */
export async function touchCosts(browser, page, act) {
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const releases = traceEvents.filter(({ name, args }) => name === "EventDispatch" && args.data.type === "pointerup");
  const isMain = ({ ph, pid, tid }) => ph === "X" && pid === releases[0]?.pid && tid === releases[0].tid;
  const main = traceEvents.filter(isMain).sort((a, b) => a.ts - b.ts);
  const tasks = main.filter(({ name }) => name === "ThreadControllerImpl::RunTask");
  const frames = main.filter(({ name }) => name === "ProxyMain::BeginMainFrame::commit");
  const cost = (release) => {
    const shown = frames.find(({ ts }) => ts > release.ts);
    const between = tasks.filter(({ ts, dur }) => shown && ts + dur >= release.ts && ts <= shown.ts);
    return between.reduce((sum, { tdur }) => sum + tdur, 0) / 1000;
  };
  return releases.map(cost).filter((ms) => ms > 0);
}
