/** Milliseconds after which an edit is applied even if nothing was painted: a hidden page paints nothing. */
const longestPaint = 50;

/** Runs a task when the next frame is painted. */
function runAfterPaint(task: () => void): void {
  // A timer that starts with a frame ends after that frame is painted.
  globalThis.requestAnimationFrame?.(() => setTimeout(task));
  setTimeout(task, longestPaint);
}

/** Holds one edit until the next paint, so that the browser shows a typed character before its text is stored. */
export interface WaitingEdit<T> {
  /** Applies an edit after the next paint. An earlier edit that still waits is dropped without being read. */
  put(read: () => T): void;
  /** Applies the waiting edit now, if there is one. */
  apply(): void;
}

/** Creates a holder whose edit is passed to `applyEdit`. */
export function createWaitingEdit<T>(applyEdit: (edit: T) => void): WaitingEdit<T> {
  let readEdit: (() => T) | null = null;
  function apply(): void {
    const read = readEdit;
    readEdit = null;
    if (read) applyEdit(read());
  }
  return {
    put: (read) => {
      if (!readEdit) runAfterPaint(apply);
      readEdit = read;
    },
    apply,
  };
}
