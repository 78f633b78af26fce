import { uploadField } from '../forms/uploads.ts';
import { ApiFailure, type Send } from '../http/client.ts';
import type { StudioClient } from './client.ts';
import { studioMethods } from './methods.table.ts';
import { getStudioApiPath } from './paths.ts';
import type { UploadedPicture } from './picture-operations.ts';

/** Creates a client of the Studio's API over HTTP. */
export function createStudioClient(send: Send): StudioClient {
  return {
    call: async (name, input, options) => {
      const sent = input as Record<string, unknown>;
      const answer = await send(studioMethods[name], getStudioApiPath(name), sent, options);
      // A hotel's sign-in page answers 200 to everything. An edit is saved only if the Studio itself says so.
      if (Object.keys(answer ?? {}).length === 0)
        throw new ApiFailure('network', 'The answer did not come from the service');
      // The type of a result follows from its operation; the server has validated the result.
      return answer as never;
    },
    uploadPictures: async (files, options) => {
      const form = new FormData();
      for (const file of files) form.append(uploadField, file);
      // The server has validated the result.
      return ((await send('POST', getStudioApiPath('uploadPictures'), form, options)) as { items: UploadedPicture[] })
        .items;
    },
  };
}
