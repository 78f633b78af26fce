// Starts the site with a clock that jumps two hours on SIGUSR2, ahead first and then back beyond the true time, as when
// a wrong time is corrected. Timers and performance.now() go on, as they do with CLOCK_MONOTONIC.

const hours = 3_600_000;
const shifts = [2 * hours, -2 * hours];
let shift = 0;

const TrueDate = Date;
globalThis.Date = new Proxy(TrueDate, {
  construct: (target, args: [], newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [TrueDate.now() + shift], newTarget),
  apply: () => new TrueDate(TrueDate.now() + shift).toString(),
  get: (target, name, receiver) =>
    name === 'now' ? () => TrueDate.now() + shift : Reflect.get(target, name, receiver),
});
process.on('SIGUSR2', () => {
  shift = shifts.shift() ?? 0;
});

await import('../../server/start-server.ts');
