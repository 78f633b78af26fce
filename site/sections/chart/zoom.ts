/** Zoom levels of the buttons and keys. Wheel and touch can set any level between the first and the last. */
const steps = [1, 1.5, 2, 3, 4, 6];
const maxLevel = steps.at(-1) ?? 1;

/** Maximum number of pixels that one wheel event counts. A line or page of the wheel counts as many. */
const wheelLimit = 24;

interface Point {
  x: number;
  y: number;
}

/** The event of a trackpad pinch in Safari. Other browsers send a wheel event with Ctrl. */
interface GestureEvent extends UIEvent {
  scale: number;
  clientX: number;
  clientY: number;
}

export interface ZoomControl {
  /** The highest zoom level. */
  maxLevel: number;
  /** Zooms in or out by one step around the centre. */
  step(direction: 1 | -1): void;
  /** Shows the whole drawing. */
  reset(): void;
  stop(): void;
}

/**
 * Adds zooming to the scroll box inside `stage`, at levels from 1 to `maxLevel`. Panning is the browser's own
 * scrolling: touch, arrow keys, scroll bars, and scroll chaining to the page.
 */
export function startZoom(stage: HTMLElement, onLevel: (level: number) => void): ZoomControl {
  const box = stage.querySelector<HTMLElement>('section') ?? stage;
  const listening = new AbortController();
  const { signal } = listening;
  let level = 1;

  /** Sets the level, and scrolls the point of the drawing that was at `from` to `to`, both in window coordinates. */
  function zoomTo(wanted: number, from: Point, to: Point = from): void {
    const next = Math.min(maxLevel, Math.max(1, wanted));
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

  function getCenter(): Point {
    const { left, top } = box.getBoundingClientRect();
    return { x: left + box.clientWidth / 2, y: top + box.clientHeight / 2 };
  }

  function step(direction: 1 | -1): void {
    const next = direction === 1 ? steps.find((one) => one > level) : steps.findLast((one) => one < level);
    if (next !== undefined) zoomTo(next, getCenter());
  }

  const reset = () => zoomTo(1, getCenter());

  function handleWheel(event: WheelEvent): void {
    // Without a modifier key the wheel scrolls.
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const delta = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * wheelLimit;
    const limited = Math.min(wheelLimit, Math.max(-wheelLimit, delta));
    zoomTo(level * Math.exp(-limited / 100), { x: event.clientX, y: event.clientY });
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.target !== box || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') step(1);
    else if (event.key === '-') step(-1);
    else if (event.key === '0') reset();
    else return;
    event.preventDefault();
  }

  let fingers: (Point & { spread: number }) | null = null;
  function handleTouch(event: TouchEvent): void {
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

  function handlePointerDown(event: PointerEvent): void {
    // Touch scrolls natively. A press on a scroll bar has the box itself as its target.
    if (event.pointerType !== 'mouse' || event.button !== 0 || event.target === box || level === 1) return;
    box.setPointerCapture(event.pointerId);
    const ended = new AbortController();
    const whileDragging = { signal: AbortSignal.any([signal, ended.signal]) };
    const move = ({ movementX, movementY }: PointerEvent) => box.scrollBy(-movementX, -movementY);
    box.addEventListener('pointermove', move, whileDragging);
    box.addEventListener('lostpointercapture', () => ended.abort(), whileDragging);
  }

  let levelAtStart = 1;
  function handleGesture(event: Event): void {
    event.preventDefault();
    const { scale, clientX, clientY } = event as GestureEvent;
    if (event.type === 'gesturestart') levelAtStart = level;
    else zoomTo(levelAtStart * scale, { x: clientX, y: clientY });
  }

  // One finger scrolls and two zoom the drawing. Set in the script, so that pinch zoom works without JavaScript.
  box.style.touchAction = 'pan-x pan-y';
  const options = { signal, passive: false };
  box.addEventListener('wheel', handleWheel, options);
  box.addEventListener('keydown', handleKeyDown, { signal });
  box.addEventListener('pointerdown', handlePointerDown, { signal });
  for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
    box.addEventListener(type, handleTouch, options);
  if (!('ontouchstart' in window))
    for (const type of ['gesturestart', 'gesturechange']) box.addEventListener(type, handleGesture, options);

  return { maxLevel, step, reset, stop: () => listening.abort() };
}
