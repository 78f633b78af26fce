import type { Call } from '../contract/call-text.ts';
import type { Database } from './db/connect.ts';
import type { FileStore } from './files/file-store.ts';
import type { IncomingFiles } from './files/incoming.ts';

/** What a verb that reads or edits content is given: the database, or a transaction of it. */
export interface Context {
  db: Database;
}

/** What a verb that touches visitors' files is given. */
export interface FilesContext extends Context {
  files: FileStore;
}

/** What a verb that writes mails is given: who the company is. */
export interface CompanyContext extends Context {
  company: {
    name: string;
    /** Address that messages go to. */
    inbox: string;
    /** Origin that links in mails begin with. */
    siteUrl: () => string;
    /** IANA name of the zone the company works in. */
    timeZone: string;
    /** How a consultation takes place, and whom a visitor meets. */
    call: Call;
    /** Whether a mail server is configured; without one mails wait in the outbox. */
    sendsMail: boolean;
  };
}

/** What the API is given: database, file store, and who the company is for the mails about what visitors send. */
export interface ApiContext extends FilesContext, CompanyContext {
  /** Connections that searches alone use. */
  searchDb: Database;
  /** Where files lie while they arrive. */
  incoming: IncomingFiles;
  /** Origin that SITE_URL names, from which alone browsers may send; null where it is not set. */
  siteOrigin: string | null;
}

/** What a request says of who sends it; for the few verbs to which it matters. */
export interface Caller {
  /** IP address, read behind `TRUST_PROXY` proxies; never stored as it is. */
  address: string;
  userAgent: string;
  /** The Global Privacy Control is on. */
  refusesTracking: boolean;
}
