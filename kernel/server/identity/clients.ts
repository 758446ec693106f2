import { createHash, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import sql from 'sql-template-tag'
import { Refusal } from '#model'
import type { Realm } from '../context.ts'
import { ask } from '../data/tenant-db.ts'

export interface Client {
  clientId: string
  secretHash: Buffer
  realms: Realm[]
  grantTypes: string[]
  accessTtl: number
  refreshTtl: number | null
  allowedOrigins: string[]
}
const KEEP_MS = 60_000
const refused = (): Refusal => new Refusal(400, [{ rule: 'identity.client.unknown', text: '客户端凭证不正确' }])

/** OAuth clients. Their secret ships in a browser program: it identifies the client and authenticates nobody. */
export class Clients {
  private readonly pool: pg.Pool
  private cached: { clients: ReadonlyMap<string, Client>; until: number } | undefined
  constructor(pool: pg.Pool) {
    this.pool = pool
  }
  /** Client of an `Authorization: Basic …` header. Missing or wrong is 400: on a 401 the web would clear its storage. */
  async of(authorization: string | undefined, origin: string | undefined): Promise<Client> {
    const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=_-]{1,400})$/i.exec(authorization ?? '') ?? []
    const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
    const client = (await this.all()).get(id)
    const given = createHash('sha256').update(rest.join(':')).digest()
    if (!client || !timingSafeEqual(given, client.secretHash)) throw refused()
    if (client.allowedOrigins.length && origin && !client.allowedOrigins.includes(origin)) throw refused()
    return client
  }
  private async all(): Promise<ReadonlyMap<string, Client>> {
    if (this.cached && this.cached.until > Date.now()) return this.cached.clients
    const rows = await ask<Client>(
      this.pool,
      sql`select client_id as "clientId", secret_hash as "secretHash", realms, grant_types as "grantTypes", access_ttl as "accessTtl", refresh_ttl as "refreshTtl", allowed_origins as "allowedOrigins" from auth_client`,
    )
    const clients = new Map(rows.map(c => [c.clientId, c]))
    this.cached = { clients, until: Date.now() + KEEP_MS }
    return clients
  }
}
