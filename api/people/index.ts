// What other rooms use of people who sign in. Its operations are in `handlers.ts`.

export { findTokenActor } from './api-tokens.ts';
export { listPresentPeople } from './presences.ts';
export { findSession, isLiveSession, lockActor, requireActor, requireConfirmed, runAsActor } from './sessions.ts';
