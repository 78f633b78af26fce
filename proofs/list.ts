/** A program that shows that a promise holds, or that measures. */
export interface Proof {
  /** What it shows, for `--list`. */
  shows: string;
  /** The arguments of the run that is short enough for every night. */
  short?: readonly string[];
  /** Why `all` leaves it out. */
  whyLeftOut?: string;
}

/** The proofs by name; each is the file of that name in `proofs/`. A proof fails if a promise does not hold. */
export const proofs: Readonly<Record<string, Proof>> = {
  access: { shows: 'every operation and screen follows the permission matrix, by tokens too', short: [] },
  archive: { shows: 'an archived site is restored to a moment and to the end, without a lost form', short: [] },
  'as-of': { shows: 'the site as of a moment equals what visitors got or get then', short: ['20'] },
  attack: { shows: 'a site survives hostile requests within its memory', short: ['--short'] },
  booking: {
    shows: 'one time is booked once, whatever 200 clients, the people of the company and the change of clocks do',
    short: [],
  },
  'byte-stable': {
    shows: 'a changed word in the editor changes one line of the exported file',
    short: ['hard'],
  },
  container: { shows: 'the image builds and runs without write access', whyLeftOut: 'it needs root on Debian' },
  faults: { shows: 'servers survive faults of what they depend on, and lose no form', short: ['restart'] },
  fresh: {
    shows: 'how soon an edit is visible on three servers',
    whyLeftOut: 'its 200 edits take ten minutes; a workflow runs it on a machine of its own',
  },
  gallery: {
    shows: 'every page and state looks as in the reference pictures',
    whyLeftOut: 'its pictures take a quarter of an hour, and depend on the browser',
  },
  gate: { shows: 'no way to visitors lets one of 46 faults through', short: [] },
  guide: {
    shows: 'the shell commands of the README and of the operation guide work',
    whyLeftOut: 'it installs the site in a folder of the system, so a workflow gives it a machine of its own',
  },
  inbox: {
    shows: 'no message or act is lost and nobody is answered twice while five people answer and servers are killed',
    short: ['200'],
  },
  links: {
    shows: 'a renamed entry keeps its 200 inbound links, no redirect leads in a loop, and broken links are listed',
    short: [],
  },
  log: {
    shows: 'every act is in the log once while the server is killed, and whatever is changed there is named',
    short: ['200'],
  },
  'no-js': { shows: 'every form works without JavaScript', short: [] },
  'no-lost-edit': { shows: 'no typed word is lost, whatever ends meanwhile', short: [] },
  'no-lost-enquiry': { shows: 'no message is lost or stored twice while servers are killed', short: [] },
  numbers: { shows: 'known visits give exactly the figures that the Studio shows', short: [] },
  observatory: { shows: 'the security headers have the best grade', short: [] },
  'other-postgres': {
    shows: "the tests pass on Debian's PostgreSQL",
    whyLeftOut: 'it runs all tests once more',
  },
  pooler: { shows: 'the site runs behind PgBouncer in session mode, and refuses every other', short: [] },
  preview: { shows: 'a preview equals the published page, byte for byte', short: ['2'] },
  privacy: { shows: 'everything about an address is exported, and erased without a trace', short: [] },
  release: { shows: 'a release and its way back cost no request and no form', short: [] },
  schedule: { shows: 'scheduled publications happen on time without background jobs', short: [] },
  soak: { shows: 'memory, files and the database do not grow', short: ['--minutes', '2'] },
  undo: { shows: 'undone acts leave what visitors got before, byte for byte', short: ['20'] },
  webhooks: { shows: 'every event is delivered once or listed as given up, whatever receivers do', short: [] },
};

/** The benches by name; each is the file of that name in `proofs/bench/`. */
export const benches: Readonly<Record<string, Proof>> = {
  compare: { shows: 'first paint, processor time and memory beside another checkout: compare -- <folder>' },
  'input-delay': { shows: 'how long a press waits during hydration on a slow phone' },
  lighthouse: {
    shows: 'the scores of every kind of page; words select pages by their names, `--content` another company',
  },
  numbers: { shows: 'what counting a view costs, and the screens of the Numbers over ten million views' },
  pages: { shows: 'pages and lists a second, beside nginx and a bare Node server' },
  press: { shows: 'how soon a press shows on a slow phone' },
  search: { shows: 'searches over 1,000 entries' },
  size: { shows: 'each read with 100, 10,000 and 100,000 entries, with query plans' },
  spam: { shows: 'precision and recall of the spam rules on labelled messages' },
  start: { shows: 'the time from start to ready, and the memory then' },
  studio: { shows: 'keys, preview, opening an entry, lists of 10,000, Today, the inbox; `list` measures one part' },
  weigh: { shows: 'the compressed bytes of each page and of the Studio' },
};
