import { proveAccess } from './studio-proofs/access.ts';
import { openProofSites, runProof } from './studio-proofs/open-studio.ts';

// Calls every endpoint and opens every screen of the Studio as every role, signed out, with an ended session, as a disabled
// user, from another site and without the XSRF token, and compares the answers with the permission matrix.

const { sites, ctx, close } = await openProofSites();
await runProof(() => proveAccess(ctx, sites[0]?.address ?? ''));
await close();
