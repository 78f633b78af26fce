/** Steps of the buttons and keys; wheel and fingers stop anywhere between the first and the last. */
const steps = [1, 1.5, 2, 3, 4, 6];
const most = steps.at(-1) ?? 1;

/** How much one notch of a wheel, or one event of a trackpad's pinch, counts at most. */
const wheelLimit = 24;

interface Place {
  x: number;
  y: number;
}

/** Safari's own events of a trackpad's pinch, which other browsers tell as a wheel with Ctrl. */
interface GestureEvent extends UIEvent {
  scale: number;
  clientX: number;
  clientY: number;
}

export interface Zoom {
  /** The greatest level. */
  most: number;
  /** To the next greater or smaller step, about the middle. */
  step(direction: 1 | -1): void;
  /** The whole drawing. */
  reset(): void;
  stop(): void;
}

/**
 * Makes the drawing in a stage's box grow, 1 … `most`, under a point that stays where it is. The box itself scrolls, so
 * that moving about is the browser's own: one finger, arrow keys, scroll bars, and on to the page at the drawing's edge.
 */
export function startZoom(stage: HTMLElement, onLevel: (level: number) => void): Zoom {
  const box = stage.querySelector<HTMLElement>('section') ?? stage;
  const listening = new AbortController();
  const { signal } = listening;
  let level = 1;

  /** The point of the drawing that is at one place of the box comes to another; both are places in the window. */
  function zoomTo(wanted: number, from: Place, to: Place = from): void {
    const next = Math.min(most, Math.max(1, wanted));
    const { left, top } = box.getBoundingClientRect();
    const ratio = next / level;
    const x = (box.scrollLeft + from.x - left) * ratio - (to.x - left);
    const y = (box.scrollTop + from.y - top) * ratio - (to.y - top);
    stage.toggleAttribute('data-zoomed', next > 1);
    stage.style.setProperty('--zoom', String(next));
    box.scrollTo({ left: x, top: y, behavior: 'instant' });
    if (next === level) return;
    level = next;
    onLevel(level);
  }

  function middle(): Place {
    const { left, top } = box.getBoundingClientRect();
    return { x: left + box.clientWidth / 2, y: top + box.clientHeight / 2 };
  }

  function step(direction: 1 | -1): void {
    const next = direction === 1 ? steps.find((one) => one > level) : steps.findLast((one) => one < level);
    if (next !== undefined) zoomTo(next, middle());
  }

  const reset = () => zoomTo(1, middle());

  function byWheel(event: WheelEvent): void {
    // A plain wheel scrolls, as everywhere.
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const delta = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * wheelLimit;
    const limited = Math.min(wheelLimit, Math.max(-wheelLimit, delta));
    zoomTo(level * Math.exp(-limited / 100), { x: event.clientX, y: event.clientY });
  }

  function byKey(event: KeyboardEvent): void {
    if (event.target !== box || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') step(1);
    else if (event.key === '-') step(-1);
    else if (event.key === '0') reset();
    else return;
    event.preventDefault();
  }

  let fingers: (Place & { spread: number }) | null = null;
  function byFingers(event: TouchEvent): void {
    const [one, two] = event.touches;
    if (!one || !two || event.touches.length > 2) {
      fingers = null;
      return;
    }
    if (event.cancelable) event.preventDefault();
    const now = {
      x: (one.clientX + two.clientX) / 2,
      y: (one.clientY + two.clientY) / 2,
      spread: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY),
    };
    if (fingers) zoomTo((level * now.spread) / fingers.spread, fingers, now);
    fingers = now;
  }

  function byDragging(event: PointerEvent): void {
    // A finger scrolls by itself; on its scroll bars the box itself is what is pressed.
    if (event.pointerType !== 'mouse' || event.button !== 0 || event.target === box || level === 1) return;
    box.setPointerCapture(event.pointerId);
    const ended = new AbortController();
    const options = { signal: AbortSignal.any([signal, ended.signal]) };
    const move = ({ movementX, movementY }: PointerEvent) => box.scrollBy(-movementX, -movementY);
    box.addEventListener('pointermove', move, options);
    box.addEventListener('lostpointercapture', () => ended.abort(), options);
  }

  let begun = 1;
  function byGesture(event: Event): void {
    event.preventDefault();
    const { scale, clientX, clientY } = event as GestureEvent;
    if (event.type === 'gesturestart') begun = level;
    else zoomTo(begun * scale, { x: clientX, y: clientY });
  }

  // One finger scrolls, two are ours; set here, so that where no script runs the browser's own pinch stays.
  box.style.touchAction = 'pan-x pan-y';
  const ours = { signal, passive: false };
  box.addEventListener('wheel', byWheel, ours);
  box.addEventListener('keydown', byKey, { signal });
  box.addEventListener('pointerdown', byDragging, { signal });
  for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
    box.addEventListener(type, byFingers, ours);
  if (!('ontouchstart' in window))
    for (const type of ['gesturestart', 'gesturechange']) box.addEventListener(type, byGesture, ours);

  return { most, step, reset, stop: () => listening.abort() };
}
