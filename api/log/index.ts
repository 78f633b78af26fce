// What other rooms use of the log. Its operations are in `handlers.ts`.

export { type NewLogRecord, recordFailedSignIn, recordReading, recordToLog, runByToken } from './record.ts';
