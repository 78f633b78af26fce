import { developmentSite } from './development-site.ts';
import { main } from './main.ts';

// `npm run dev`: the same server from its sources, with pages that are built as they are asked for.

await main(developmentSite);
