/** The address of a visitor's file. `?show` shows a picture, which the site has encoded anew; otherwise it is saved. */
export const messageFilePath = '/studio/files/:token';

export function getMessageFilePath(token: string): string {
  return messageFilePath.replace(':token', encodeURIComponent(token));
}
