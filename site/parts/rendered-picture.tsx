import { use } from 'react';
import { RenderedTextsContext } from './prose.tsx';
import { toTrustedHtml } from './trusted-html.ts';

/** Renders a picture of the library, whose HTML the API has made. `className` decides its size. */
export function RenderedPicture({
  html = '',
  className,
}: {
  html: string | undefined;
  className?: string | undefined;
}) {
  use(RenderedTextsContext)?.push(html);
  return <div data-prose="" className={className} dangerouslySetInnerHTML={{ __html: toTrustedHtml(html) }} />;
}
