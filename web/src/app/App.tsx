// The frame of the page: header, the view that the address names, notices.

import type { ComponentChildren } from "preact";
import { base, download, isSite, type Download } from "./end";
import { spoken } from "./notice";
import { route } from "./route";
import { isDark, language, theme } from "./settings";
import { SettingsDialog, settingsOpen } from "./Settings";
import { meta, startFailed, tell } from "./store";
import { GameView } from "./GameView";
import { Home } from "./Home";
import { LearnView } from "./learn/LearnView";
import { LibraryView } from "./LibraryView";
import { NoticeSpot } from "./NoticeSpot";
import { DrillView } from "./openings/DrillView";
import { PlayNow } from "./PlayNow";
import { EditorView } from "./EditorView";
import { ScratchView, StudyView } from "./StudyView";
import { TrainingView } from "./TrainingView";
import { Icon } from "./parts";
import { Later } from "./Later";
import { useTitle } from "./title";
import { LiveView } from "./watch/LiveView";
import { RunView } from "./watch/Runs";
import { t } from "../words";

export function App() {
  return (
    <>
      <a class="skip" href="#content">
        {t("skip")}
      </a>
      <Header />
      <main id="content" tabIndex={-1}>
        <div class="page-notice">
          <NoticeSpot rank={0} />
          {download.value && <Downloading {...download.value} />}
        </div>
        {isSite && meta.value && <Later load={offers} props={{}} isQuiet />}
        {meta.value ? <View /> : <Starting />}
      </main>
      <p class="unseen" aria-live="polite" id="spoken">
        {spoken.value}
      </p>
      {settingsOpen.value && <SettingsDialog />}
    </>
  );
}

function View() {
  const at = route.value;
  switch (at.view) {
    case "home":
      return <Home />;
    case "play":
      return <PlayNow />;
    case "game":
      return <GameView key={at.id} id={at.id} invite={at.invite} />;
    case "study":
      return <StudyView key={at.id} id={at.id} ply={at.ply} turns={at.turns} review={at.review} />;
    case "scratch":
      return <ScratchView key={at.line.kind} line={at.line} ply={at.ply} notes={at.notes} />;
    case "editor":
      return <EditorView key={at.kind} kind={at.kind} />;
    case "library":
      return <LibraryView />;
    case "training":
      return <TrainingView set={at.set} id={at.id} isToday={at.isToday === true || at.id === "today"} />;
    case "learn":
      return <LearnView game={at.game} id={at.id} topic={at.topic} />;
    case "openings":
      return <DrillView />;
    case "live":
      return at.run === null ? <LiveView /> : <RunView key={at.run} id={at.run} />;
    case "lab":
      return <Later load={lab} props={{ query: at.query }} />;
    case "missing":
      return <Missing />;
  }
}

/** What a page without a server offers. */
const offers = () => import("../local/Offers").then((m) => m.Offers);

/** Who does not visit the laboratory does not load it. */
const lab = () => import("./lab/LabView").then((m) => m.LabView);

export function Missing({ children }: { children?: ComponentChildren }) {
  useTitle(() => t("missing"));
  return (
    <section class="plain">
      <h1>{children ?? t("missing")}</h1>
      <p>
        <a class="button" href="/">
          {t("home")}
        </a>
      </p>
    </section>
  );
}

/** Weights that a level needs are on their way. */
function Downloading({ got, total, isWaiting }: Download) {
  const mega = (bytes: number) => (bytes / 1e6).toFixed(1);
  return (
    <p class="download" role="status">
      <span>{isWaiting ? t("weightsWait") : t("weightsCome", { got: mega(got), total: mega(total) })}</span>
      <progress max={total || 1} value={got} aria-label={t("weightsLabel")} />
    </p>
  );
}

function Starting() {
  const failed = startFailed.value;
  return (
    <section class="plain">
      <h1 class="quiet">{failed ? tell(failed) : t("loading")}</h1>
    </section>
  );
}

function Header() {
  const view = route.value.view;
  const link = (address: string, name: string, here: boolean, kind?: string) => (
    <a href={address} class={kind} aria-current={here ? "page" : undefined}>
      {name}
    </a>
  );
  return (
    <header class="top">
      <a class="brand" href="/" aria-label={t("brand")}>
        <img src={`${base}icon.svg`} alt="" width="28" height="28" />
        <span>{t("brand")}</span>
      </a>
      <nav aria-label={t("navigation")}>
        {link("/", t("play"), view === "home" || view === "play" || view === "game")}
        {link("/library", t("library"), view === "library" || view === "study" || view === "scratch" || view === "editor")}
        {link("/training", t("training"), view === "training" || view === "learn" || view === "openings")}
        {link("/live", t("live"), view === "live")}
        {link("/lab", t("labShort"), view === "lab", "wide-only")}
      </nav>
      <div class="tools">
        <button
          class="flat"
          id="language"
          lang={language.value === "zh" ? "en" : "zh-CN"}
          aria-label={t("switchLanguage")}
          onClick={() => (language.value = language.value === "zh" ? "en" : "zh")}
        >
          {language.value === "zh" ? "EN" : "中"}
        </button>
        <button
          class="flat"
          id="theme"
          aria-label={isDark.value ? t("lightTheme") : t("darkTheme")}
          onClick={() => (theme.value = isDark.value ? "light" : "dark")}
        >
          <Icon name={isDark.value ? "sun" : "moon"} />
        </button>
        <button class="flat" id="settings" aria-label={t("settings")} onClick={() => (settingsOpen.value = true)}>
          <Icon name="gear" />
        </button>
      </div>
    </header>
  );
}
