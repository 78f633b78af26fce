// What other rooms use of people who sign in. Its operations are in `handlers.ts`.

export { listPresentPeople } from './presences/refresh.ts';
export { findSession, isLiveSession } from './sessions/find.ts';
export { lockActor, runAsActor } from './sessions/lock-actor.ts';
export { requireActor, requireConfirmed } from './sessions/require-actor.ts';
