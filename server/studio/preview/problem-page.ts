import type { FastifyReply } from 'fastify';
import { toErrorResponse } from '../../../api/http/handle-errors.ts';
import { escapeText } from '../../../site/drawings/svg.ts';
import { loadSettings } from '../../../site/settings.ts';
import { allowPageStyles } from '../../http/content-policy.ts';
import { barStyleElement } from './preview-bar.ts';
import { createPreviewClient, type PreviewOptions } from './public-page.ts';

/**
 * Sends a page that says why there is no preview. It has the site's style, and the Studio recognises it by its
 * `data-preview`. Throws `cause` again if it is an error of the server.
 */
export async function sendProblem({ ctx, installation, site }: PreviewOptions, reply: FastifyReply, cause: unknown) {
  const { error, status, retryAfter } = toErrorResponse(cause);
  if (status >= 500) throw cause;
  if (retryAfter !== null) reply.header('retry-after', String(retryAfter));
  const { assets } = await site.load('/');
  const { company, look } = await loadSettings(createPreviewClient(ctx, reply.request), installation());
  const { attributes, style } = assets.renderLook(look);
  const html = [
    `<!doctype html><html lang="en-GB" data-preview="problem" ${attributes}><head><meta charset="utf-8"><title>No preview</title>`,
    `<style>${style.text}</style>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    `</head><body class="preview-problem">${barStyleElement}<main><a href="/" target="_top">${escapeText(company.name)}</a><h1>No preview</h1><p>${escapeText(error.message)}</p></main></body></html>`,
  ].join('');
  allowPageStyles(reply, [style.source]);
  return reply.status(status).type('text/html; charset=utf-8').send(html);
}
