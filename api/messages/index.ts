// What other rooms use of messages and their files. Its operations are in `handlers.ts`.

export { feedPath, renderFeed } from './advisers/feed.ts';
export { cleanFileName } from './files/file-names.ts';
export type { FileStore } from './files/incoming.ts';
export { createFileError, type IncomingFiles, NoSpaceError, uploadSlots } from './files/incoming.ts';
export { reencodePicture } from './files/reencode-picture.ts';
export type { ReceivedFile } from './files/upload.ts';
export { borrowBuffer, returnBuffer } from './files/upload.ts';
export { listMessages } from './inbox/list-messages.ts';
export { listMessageWork, listUpcomingConsultations } from './inbox/list-work.ts';
