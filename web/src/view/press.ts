/**
 * A button that answers a touch while another finger is down somewhere else.
 *
 * Browsers send a click for one finger alone, so two people at one screen would wait for each
 * other. A click without a touch before it (mouse, keyboard, assistive technology) counts too.
 */

/** A click that follows a touch so soon is its echo. */
const ECHO_MS = 400;

export type Press = {
  readonly onpointerdown: (event: PointerEvent) => void;
  readonly onpointerup: (event: PointerEvent) => void;
  readonly ontouchend: (event: TouchEvent) => void;
  readonly onclick: (event: MouseEvent) => void;
};

/** The handlers of one button, to be made once for its life. */
export function press(action: () => void): Press {
  let pointer: number | null = null;
  let doneAtMs = Number.NEGATIVE_INFINITY;
  return {
    onpointerdown(event) {
      pointer = event.pointerType === 'touch' ? event.pointerId : null;
    },
    onpointerup(event) {
      if (pointer !== event.pointerId) return;
      pointer = null;
      const box = (event.currentTarget as Element).getBoundingClientRect();
      const isBeside = event.clientX < box.left || event.clientX > box.right;
      if (isBeside || event.clientY < box.top || event.clientY > box.bottom) return;
      doneAtMs = event.timeStamp;
      action();
    },
    ontouchend(event) {
      // The click that would follow goes to whatever lies there by then: a sheet just opened.
      if (event.cancelable) event.preventDefault();
    },
    onclick(event) {
      if (event.detail > 0 && event.timeStamp - doneAtMs < ECHO_MS) return;
      action();
    },
  };
}
