import { Fragment } from 'react';

/** Renders the path of an address, which may be broken into lines after each slash. */
export function BreakablePath({ path }: { path: string }) {
  return path.split(/(?<=.\/)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the parts never changes
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
