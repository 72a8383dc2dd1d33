// What fingers and the mouse do on the board. A tap is a press and a release at one place; moving away, a second finger or
// a scroll of the page cancels it. Two fingers zoom; a drag moves the board while it is zoomed.

import type { Place } from "./view";

export type Pointing = "mouse" | "touch";

export type Listener = {
  /** A press that may become a tap. */
  pressed(at: Place, how: Pointing): void;
  /** The press ended where it began. */
  tapped(at: Place, how: Pointing, when: number): void;
  /** The press will not become a tap. */
  cancelled(): void;
  /** The mouse is over a place, or has left. */
  hovered(at: Place | null): void;
  isZoomed(): boolean;
  dragged(by: Place): void;
  zoomed(at: Place, factor: number): void;
  /** Dragging or zooming has ended. */
  rested(): void;
};

/** A finger that moved farther than this, in CSS pixels, is not tapping. */
const SLOP = 10;

type Press = { id: number; at: Place; how: Pointing };

export class Gestures {
  private readonly down = new Map<number, Place>();
  private press: Press | null = null;
  private readonly ears: [string, (event: never) => void][];

  constructor(
    private readonly element: HTMLElement,
    private readonly to: Listener,
  ) {
    this.ears = [
      ["pointerdown", this.onDown],
      ["pointermove", this.onMove],
      ["pointerup", this.onUp],
      ["pointercancel", this.onCancel],
      ["pointerleave", this.onLeave],
      ["touchstart", this.onTouch],
      ["touchmove", this.onTouch],
      ["wheel", this.onWheel],
      ["gesturestart", this.onTouch],
    ];
    for (const [name, ear] of this.ears) element.addEventListener(name, ear as (event: Event) => void, { passive: false });
  }

  destroy(): void {
    for (const [name, ear] of this.ears) this.element.removeEventListener(name, ear as (event: Event) => void);
  }

  /** Whether fingers are on the board that do not tap. */
  isBusy(): boolean {
    return this.down.size > 0 && !this.press;
  }

  private place(event: MouseEvent): Place {
    const box = this.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private readonly onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const at = this.place(event);
    // A finger that was never lifted here (its end was lost) must not count as a second one.
    if (event.isPrimary) this.down.clear();
    this.down.set(event.pointerId, at);
    if (this.down.size > 1) return this.cancel();
    const how = event.pointerType === "mouse" ? "mouse" : "touch";
    this.press = { id: event.pointerId, at, how };
    this.element.setPointerCapture(event.pointerId);
    this.to.pressed(at, how);
  };

  private readonly onMove = (event: PointerEvent) => {
    const at = this.place(event),
      before = this.down.get(event.pointerId);
    if (event.pointerType === "mouse") this.to.hovered(at);
    if (!before) return;
    // The mouse may come back to where it pressed; a finger that moved was scrolling.
    if (this.press && far(this.press.at, at) > SLOP && (this.press.how === "touch" || this.to.isZoomed())) this.cancel();
    if (this.press) return;
    if (this.down.size === 2) this.pinch(event.pointerId, at);
    else if (this.down.size === 1 && this.to.isZoomed()) this.to.dragged({ x: at.x - before.x, y: at.y - before.y });
    this.down.set(event.pointerId, at);
  };

  /** One of two fingers moved to `at`: the board keeps what lies under both. */
  private pinch(id: number, at: Place): void {
    const before = this.down.get(id)!;
    const other = [...this.down].find(([key]) => key !== id)![1];
    const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
    this.to.zoomed(middle, far(at, other) / Math.max(1, far(before, other)));
    this.to.dragged({ x: (at.x - before.x) / 2, y: (at.y - before.y) / 2 });
  }

  private readonly onUp = (event: PointerEvent) => {
    const press = this.press;
    this.lift(event.pointerId);
    if (press?.id !== event.pointerId) return;
    this.press = null;
    this.to.tapped(this.place(event), press.how, event.timeStamp);
  };

  private readonly onCancel = (event: PointerEvent) => {
    this.cancel();
    this.lift(event.pointerId);
  };

  private lift(id: number): void {
    if (this.down.delete(id) && !this.press) this.to.rested();
  }

  private cancel(): void {
    if (!this.press) return;
    this.press = null;
    this.to.cancelled();
  }

  private readonly onLeave = (event: PointerEvent) => {
    if (event.pointerType === "mouse") this.to.hovered(null);
  };

  /** The browser scrolls and zooms the page unless the board does something with these fingers. */
  private readonly onTouch = (event: Event) => {
    const fingers = (event as TouchEvent).touches?.length ?? 2;
    if (event.cancelable && (fingers > 1 || (event.type === "touchmove" && this.to.isZoomed()))) event.preventDefault();
  };

  /** Two fingers on a trackpad arrive as a wheel with the control key. */
  private readonly onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.to.zoomed(this.place(event), Math.exp(-event.deltaY / 200));
    this.to.rested();
  };
}

const far = (a: Place, b: Place) => Math.hypot(a.x - b.x, a.y - b.y);
