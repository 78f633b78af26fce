import type { ReactNode } from 'react';

/** A dimension line below a drawing, as on a plan. */
const dimension = (
  <g data-ink="note">
    <path d="M20 74H100M20 71v6M100 71v6" />
  </g>
);

/** Sheets that lie over each other. */
const sheets = (
  <>
    <path data-ink="faint" d="M30 8h50v52H30z" />
    <path data-ink="paper" d="M40 14h50v52H40z" />
  </>
);

/** The drawings of states, in 120 by 80 units. Each is a line drawing with at most one part in the accent. */
export const stateDrawings = {
  /** A list without rows. */
  empty: (
    <>
      {sheets}
      <path data-ink="faint" d="M48 26h34M48 36h34M48 46h20" />
      <path data-ink="accent" d="M65 52v12M59 58h12" />
      {dimension}
    </>
  ),
  /** A search without a result. */
  search: (
    <>
      {sheets}
      <path data-ink="faint" d="M48 26h34M48 36h34" />
      <circle data-ink="paper" cx="72" cy="46" r="13" />
      <path data-ink="accent" d="M82 55l12 12M66 46h12" />
      {dimension}
    </>
  ),
  /** Work that is done. */
  done: (
    <>
      <circle data-ink="faint" cx="60" cy="36" r="30" />
      <circle cx="60" cy="36" r="22" />
      <path data-ink="accent" d="M50 37l7 7 14-15" />
      {dimension}
    </>
  ),
  /** A tray without messages. */
  inbox: (
    <>
      <path d="M24 40l12-26h48l12 26v24H24z" />
      <path data-ink="accent" d="M24 40h22c0 8 6 12 14 12s14-4 14-12h22" />
      <path data-ink="faint" d="M44 26h32" />
      {dimension}
    </>
  ),
  /** Days without entries. */
  calendar: (
    <>
      <path d="M28 12h64v52H28zM28 24h64" />
      <path data-ink="faint" d="M44 24v40M60 24v40M76 24v40M28 37h64M28 50h64" />
      <path data-ink="accent" d="M60 37h16v13H60z" />
      <path d="M40 8v8M80 8v8" />
      {dimension}
    </>
  ),
  /** An address without a screen. */
  missing: (
    <>
      <path data-ink="faint" d="M14 40h34M72 40h34" />
      <circle cx="14" cy="40" r="4" />
      <circle cx="106" cy="40" r="4" />
      <path data-ink="accent" d="M52 32l4 16M64 32l4 16" />
      {dimension}
    </>
  ),
  /** A screen that the user's role may not open. */
  refused: (
    <>
      <path d="M42 34h36v30H42z" />
      <path d="M50 34v-8a10 10 0 0 1 20 0v8" />
      <path data-ink="accent" d="M60 45v8" />
      <path data-ink="faint" d="M24 64h72" />
      {dimension}
    </>
  ),
  /** A server that cannot be reached. */
  offline: (
    <>
      <path d="M14 22h28v36H14zM78 22h28v36H78z" />
      <path data-ink="faint" d="M20 30h16M20 38h16M84 30h16M84 38h16" />
      <path data-ink="accent" d="M42 48h10M68 48h10M56 42l8 12" />
      {dimension}
    </>
  ),
  /** An error of the server. */
  failed: (
    <>
      <path d="M30 14h60v50H30z" />
      <path data-ink="faint" d="M38 26h44M38 36h24" />
      <path data-ink="accent" d="M60 14l-6 16 12 10-8 24" />
      {dimension}
    </>
  ),
} satisfies Record<string, ReactNode>;

export type StateDrawing = keyof typeof stateDrawings;
