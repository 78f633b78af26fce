import type { Send } from '../client.ts';
import { uploadField } from '../paths.ts';
import type { StudioClient } from './client.ts';
import { getStudioApiPath, studioMethods } from './paths.ts';
import type { PictureSummary } from './picture-operations.ts';

/** Creates a client of the Studio's API over HTTP. */
export function createStudioClient(send: Send): StudioClient {
  // The server has validated the results.
  return {
    call: async (name, input, options) =>
      (await send(studioMethods[name], getStudioApiPath(name), input as Record<string, unknown>, options)) as never,
    uploadPictures: async (files, options) => {
      const form = new FormData();
      for (const file of files) form.append(uploadField, file);
      return ((await send('POST', getStudioApiPath('uploadPictures'), form, options)) as { items: PictureSummary[] })
        .items;
    },
  };
}
