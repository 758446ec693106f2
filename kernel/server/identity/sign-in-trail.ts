import type pg from 'pg'
import sql from 'sql-template-tag'
import type { Realm } from '../context.ts'
import { type TenantDb, withTenant } from '../data/tenant-db.ts'
import type { Log } from './deps.ts'
import type { Terminal } from './origin.ts'
import { tell } from './session-feed.ts'

export interface TrailEntry {
  tenantId: string
  account: string
  userId: string | null
  realm: Realm
  way: string
  result: 'success' | 'failure' | 'refused'
  reason: string | null
  ip: string
  device: string
  terminal: Terminal
  /** Session limit of the user, enforced again here because concurrent sign-ins do not see each other. */
  maxPerUser: number | null
}
type Waiting = TrailEntry & { at: number }
type TrailListener = (tenantId: string, lines: readonly TrailEntry[]) => Promise<void>
const FLUSH_MS = 200
/** Queue limit: beyond it the oldest entries are dropped. */
const MOST = 20_000

/** Deferred writes of a sign-in: log entry, last sign-in time, surplus sessions. Batched a few times a second: the response does not depend on them, and one statement for
 *  fifty costs little more than for one. */
export class SignInTrail {
  private readonly pool: pg.Pool
  private readonly log: Log
  private waiting: Waiting[] = []
  private writing: Promise<void> = Promise.resolve()
  private readonly timer: NodeJS.Timeout
  private readonly heard: TrailListener
  constructor(pool: pg.Pool, log: Log, heard: TrailListener = async () => {}) {
    this.pool = pool
    this.log = log
    this.heard = heard
    this.timer = setInterval(() => void this.flush(), FLUSH_MS)
    this.timer.unref()
  }
  add(entry: TrailEntry): void {
    this.waiting.push({ ...entry, at: performance.now() })
    if (this.waiting.length > MOST) this.waiting.shift()
  }
  /** Writes the queue; resolves when it and all earlier batches are written. */
  flush(): Promise<void> {
    const entries = this.waiting
    this.waiting = []
    if (entries.length) this.writing = this.writing.then(() => this.write(entries))
    return this.writing
  }
  close(): Promise<void> {
    clearInterval(this.timer)
    return this.flush()
  }
  private async write(entries: Waiting[]): Promise<void> {
    for (const [tenantId, own] of Map.groupBy(entries, e => e.tenantId)) {
      const lines = JSON.stringify(own.map(e => ({ ...e, age: (performance.now() - e.at) / 1000 })))
      try {
        await withTenant(this.pool, tenantId, db => leave(db, lines))
      } catch (error) {
        this.log.warn({ err: error, lines: own.length }, 'sign-ins not logged; tried again')
        this.waiting = [...own, ...this.waiting].slice(-MOST)
        continue
      }
      await this.heard(tenantId, own).catch(error => this.log.warn({ err: error }, 'sign-ins were not announced'))
    }
  }
}
async function leave(db: TenantDb, lines: string): Promise<void> {
  await db.query(sql`
    insert into login_log (tenant_id, account, user_id, realm, way, result, reason, ip, device, terminal, at)
    select ${db.me.tenantId}, x.account, x."userId", x.realm, x.way, x.result, x.reason, x.ip, x.device, x.terminal, now() - make_interval(secs => x.age)
    from jsonb_to_recordset(${lines}) x(account text, "userId" uuid, realm text, way text, result text, reason text, ip text, device text, terminal text, age float8)`)
  // Locks rows in id order, to avoid deadlocks between processes.
  await db.query(sql`
    with entered as (
      select distinct on (x."userId") x."userId" as id, x.ip, now() - make_interval(secs => x.age) as at
      from jsonb_to_recordset(${lines}) x("userId" uuid, result text, ip text, age float8) where x.result = 'success' order by x."userId", x.age),
    held as (select u.id from sys_user u join entered e on e.id = u.id where u.tenant_id = ${db.me.tenantId} order by u.id for no key update of u)
    update sys_user u set last_login_time = e.at, last_login_ip = e.ip, locked_until = case when u.locked_until > now() then u.locked_until end
    from entered e join held on held.id = e.id where u.tenant_id = ${db.me.tenantId} and u.id = e.id and (u.last_login_time is null or u.last_login_time < e.at)`)
  const surplus = await db.query<{ id: string }>(sql`
    with most as (select x."userId" as id, min(x."maxPerUser") as count from jsonb_to_recordset(${lines}) x("userId" uuid, result text, "maxPerUser" int) where x.result = 'success' group by 1),
    ranked as (
      select s.id, row_number() over (partition by s.user_id order by s.created_at desc, s.id desc) > m.count as "isSurplus"
      from user_session s join most m on m.id = s.user_id where s.tenant_id = ${db.me.tenantId} and s.state <> 'ended' and s.expires_at > now())
    update user_session set state = 'ended', end_reason = 'replaced', ended_at = now() where id in (select id from ranked where "isSurplus" order by id) and state <> 'ended' returning id`)
  await tell(
    db,
    surplus.map(s => s.id),
  )
}
