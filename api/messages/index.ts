// What other rooms use of messages and their files. Its operations are in `handlers.ts`.

export { feedPath, renderFeed } from './advisers/feed.ts';
export { cleanFileName } from './files/clean-name.ts';
export { createFileError } from './files/file-error.ts';
export type { FileStore } from './files/file-store.ts';
export { type IncomingFiles, NoSpaceError } from './files/incoming.ts';
export { uploadSlots } from './files/limits.ts';
export { reencodePicture } from './files/reencode-picture.ts';
export type { ReceivedFile } from './files/upload.ts';
export { borrowBuffer, returnBuffer } from './files/upload.ts';
export { listMessageWork, listUpcomingConsultations } from './inbox/list-work.ts';
