import { Fragment } from 'react';

/** Renders a path that may break after its slashes, so that no line ends inside a name. */
export function BreakablePath({ path }: { path: string }) {
  return path.split(/(?<=.\/)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the parts never changes
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
