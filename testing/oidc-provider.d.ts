declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  /** The part of the package that tests use; it brings no types. */
  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
  }
}
