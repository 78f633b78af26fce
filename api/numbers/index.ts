// What other rooms use of the numbers. Its operations are in `handlers.ts`.

export { countViewsByDay } from './read-numbers.ts';
