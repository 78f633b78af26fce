// What other rooms use of the numbers. Its operations are in `handlers.ts`.

export { isMeasuring } from './is-measuring.ts';
export { countViewsByDay, getToday } from './read-numbers.ts';
