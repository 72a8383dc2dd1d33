// What two players say to each other.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { GameModel } from "../game";
import { complain } from "../notice";
import { chatMuted } from "../settings";
import { t } from "../../words";

const LONGEST = 200;
const isWide = () => matchMedia("(min-width: 900px)").matches;

export function Chat({ model }: { model: GameModel }) {
  const game = model.game.value!;
  const list = useRef<HTMLUListElement>(null);
  const isOpen = useSignal(isWide());
  const read = useSignal(model.chat.value.length);
  const said = model.chat.value;
  useEffect(() => {
    if (!isOpen.value) return;
    read.value = said.length;
    list.current?.scrollTo(0, list.current.scrollHeight);
  }, [said, isOpen.value]);
  if (game.you.seats.length !== 1 || !["person", "bot"].includes(game.seats.black.who) || !["person", "bot"].includes(game.seats.white.who))
    return null;
  const unread = said.slice(read.value).filter((m) => !game.you.seats.includes(m.by)).length;
  const isMuted = chatMuted.value;
  return (
    <details class="panel chat" id="chat" open={isOpen.value} onToggle={(e) => (isOpen.value = e.currentTarget.open)}>
      <summary>
        {t("chat")}
        {unread > 0 && !isMuted && <span class="unread">{unread}</span>}
      </summary>
      {isMuted ? (
        <p class="quiet">{t("chatIsMuted")}</p>
      ) : (
        <>
          {said.length > 0 && (
            <ul ref={list} class="said" tabIndex={0} aria-label={t("chat")} aria-live="polite">
              {said.map((m, i) => (
                <li key={i} class={game.you.seats.includes(m.by) ? "mine" : ""}>
                  <span class="quiet">{game.you.seats.includes(m.by) ? t("you") : game.seats[m.by].name || t(m.by)}</span> {m.text}
                </li>
              ))}
            </ul>
          )}
          <Say model={model} />
        </>
      )}
      <button class="flat small" id="mute" onClick={() => (chatMuted.value = !isMuted)}>
        {t(isMuted ? "unmute" : "mute")}
      </button>
    </details>
  );
}

function Say({ model }: { model: GameModel }) {
  const text = useSignal("");
  const say = (event: Event) => {
    event.preventDefault();
    const words = text.value.trim();
    if (words) model.say(words).then(() => (text.value = ""), complain);
  };
  return (
    <form class="copy" onSubmit={say}>
      <input
        id="chat-text"
        maxLength={LONGEST}
        value={text.value}
        aria-label={t("chatHelp")}
        placeholder={t("chatHelp")}
        autocomplete="off"
        onInput={(e) => (text.value = e.currentTarget.value)}
      />
      <button id="chat-send" type="submit">
        {t("send")}
      </button>
    </form>
  );
}
