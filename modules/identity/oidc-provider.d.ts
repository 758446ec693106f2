/** Minimal types of oidc-provider, as far as the tests use it. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    on(event: string, listener: (...args: unknown[]) => void): void
  }
}
