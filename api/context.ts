import type { StudioOutput } from '../contract/studio/client.ts';
import type { Permission, Role } from '../contract/studio/permissions.ts';
import type { Database } from './db/connect.ts';
import type { FileStore, IncomingFiles } from './messages/files/incoming.ts';
import type { Measurements } from './numbers/measured.ts';
import type { RequestOutside } from './outside-requests.ts';
import type { OpenIdProvider } from './people/identities/provider.ts';

/** The context of handlers that read or edit content: the database, or a transaction. */
export interface Context {
  db: Database;
}

/** The context of handlers that use visitors' files. */
export interface FilesContext extends Context {
  files: FileStore;
}

/** The context of what is counted by days, which are those of the company's time zone. */
export interface DayContext extends Context {
  /** `timeZone`: an IANA name. */
  company: { timeZone: string };
}

/** The context of handlers that compose mails: how the company is reached. */
export interface CompanyContext extends Context {
  company: {
    /** The address that the operator sets for messages; undefined for the company's own. */
    inbox: string | undefined;
    /** The address from which mails come; undefined for the company's own. */
    sender?: string | undefined;
    /** The address whose mails come back to the Studio; undefined without one. */
    replyAddress?: string | undefined;
    /** Origin of the links in mails. */
    siteUrl: () => string;
    /** IANA name of the company's time zone. */
    timeZone: string;
    /** Whether a mail server is configured; without one, mails wait in the outbox. */
    sendsMail: boolean;
  };
}

/** The context of the whole API. */
export interface ApiContext extends FilesContext, CompanyContext {
  /** Connections for searches only. */
  searchDb: Database;
  /** Storage of files while they are uploaded. */
  incoming: IncomingFiles;
  /** The origin of SITE_URL, the only origin that browsers may write from; null where not set. */
  siteOrigin: string | null;
  /** What the operator has set for personal data. */
  privacy: {
    /** Addresses of the company that settings of the server name. */
    ownAddresses: readonly string[];
    /** How long messages and mails are kept, where the operator has set it. */
    retention: { submissionMonths?: number | undefined; mailDays?: number | undefined };
  };
  /** What the server knows of itself, for the screen Health. */
  health: {
    read(): Promise<StudioOutput<'health'>>;
    /** Begins to verify the newest backup, and returns its name. */
    verifyBackup(): Promise<{ name: string }>;
  };
  /** The OpenID Connect provider of the Studio; null if the settings name none. */
  openId: OpenIdProvider | null;
  /** Sends requests to addresses that users chose; never into private networks. */
  requestOutside: RequestOutside;
  /** Counts what visitors do. */
  measurements: Measurements;
}

/** A user of the Studio, by the session of a request. */
export interface Actor {
  userId: number;
  name: string;
  email: string;
  role: Role;
  /** The public id of the session. */
  sessionId: string;
  /** Whether the user proved who they are in the last ten minutes. */
  isConfirmed: boolean;
  /** The token by which a program acts for the user; absent for a person. It has no session. */
  tokenId?: number;
  tokenName?: string;
  /** What that token may do at most. */
  scopes?: readonly Permission[];
}

/** The caller of a request, for handlers that limit or record by caller. */
export interface Caller {
  /** IP address behind `TRUST_PROXY` proxies; never stored as it is. */
  address: string;
  userAgent: string;
  /** Global Privacy Control is on. */
  refusesTracking: boolean;
  /** The signed-in user of the Studio; null for visitors. */
  actor: Actor | null;
  /** The id of the user whom the calling page was made for; null or absent if the page names nobody. */
  pageUser?: string | null;
  /** Gives the browser the token of a new session, or removes its token (null); absent where no browser called. */
  setSessionToken?: (token: string | null) => void;
  /** The secret of a sign-in at an OpenID provider that this browser began; null or absent without one. */
  openIdState?: string | null;
  /** Stores the secret of a sign-in at a provider in the browser for ten minutes, or removes it (null). */
  setOpenIdState?: (state: string | null) => void;
}
