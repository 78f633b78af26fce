// What other rooms use of the log. Its operations are in `handlers.ts`.

export { type NewLogRecord, recordToLog } from './record.ts';
