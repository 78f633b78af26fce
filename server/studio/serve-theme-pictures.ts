import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readThemes, themesFolder } from '../../api/content/index.ts';
import { ApiError } from '../../api/errors.ts';
import { refuseOtherMethods } from '../../api/http/refuse-methods.ts';
import { cachePolicies } from '../../contract/http/cache-policies.ts';
import { getThemePicturePath } from '../../contract/studio/paths.ts';

/** Serves the picture of each theme, by which editors choose a theme. */
export function serveThemePictures(app: FastifyInstance): void {
  const path = getThemePicturePath(':name');
  app.get<{ Params: { name: string } }>(path, { schema: { hide: true } }, async ({ params }, reply) => {
    const theme = (await readThemes()).themes.find(({ name }) => name === params.name);
    if (!theme) throw new ApiError('not_found', 'There is no such theme.');
    return reply
      .header('cache-control', cachePolicies.picture)
      .type('image/webp')
      .send(await readFile(join(themesFolder, theme.name, theme.picture)));
  });
  refuseOtherMethods(app, path, ['GET']);
}
