import { z } from 'zod';

// Zod otherwise probes for `eval` when an object schema is made, which the browser's policy blocks and reports.
// This module must be imported before the first schema.
z.config({ jitless: true });
