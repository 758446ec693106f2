import { createHmac } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '../context.ts'
import type { Gate } from '../data/gate.ts'

const AT_ONCE = 2000
/** Younger rows may not be sealed yet. */
const SEALING_MINUTES = 60
export interface Broken {
  fault: 'altered' | 'removed' | 'inserted' | 'resealed'
  /** The affected row; null if none can be named. */
  auditId: string | null
  /** Position in the chain. */
  no: number | null
}
export interface Verified {
  rows: number
  broken: Broken | undefined
}
/** Sealed content of a row, as text that does not depend on connection settings. */
const CONTENT: Sql = sql`jsonb_build_array(a.id, a.seq, a.user_id, a.action, a.biz_type, a.biz_id, a.detail, a.ip, a.trace_id, (extract(epoch from a.at) * 1000000)::bigint)::text`
interface Link {
  no: number
  hash: string
}
const textOf = (before: string, content: string): string => `${before}\n${content}`
const linked = (db: Db, before: string, content: string): string => createHmac('sha256', db.key('audit chain')).update(textOf(before, content)).digest('hex')
/** Seals from before keys had purposes were made with the secret itself. */
const formerlyLinked = (db: Db, before: string, content: string): string => (db as Gate).kernel.formerMac(textOf(before, content)).toString('hex')
const START: Link = { no: 0, hash: '' }

/** Seals the rows audited since the last time; returns how many. An advisory lock serialises the processes. */
export const appendToChain = (db: Db): Promise<number> =>
  sealAll(db, async inside => {
    await inside.query(sql`select pg_advisory_xact_lock(${lockOf(inside)})`)
    return sealSome(inside)
  })
/** Same for the scheduled job: does nothing while another process is sealing. */
export const sealUnlessLocked = (db: Db): Promise<number> =>
  sealAll(db, async inside => {
    const [lock] = await inside.query<{ isFree: boolean }>(sql`select pg_try_advisory_xact_lock(${lockOf(inside)}) as "isFree"`)
    return lock?.isFree ? sealSome(inside) : 0
  })
const lockOf = (db: Db): Sql => sql`hashtext('audit seal'), hashtext(${db.me.tenantId})`
async function sealAll(db: Db, some: (inside: Db) => Promise<number>): Promise<number> {
  let sealed = 0
  for (let n = AT_ONCE; n === AT_ONCE; sealed += n) n = await db.tx(some)
  return sealed
}
/** Query that finds an unsealed row of school `$1`. */
export const UNSEALED = `select from audit_log a where a.tenant_id = $1 and a.at > coalesce((select max(at) from audit_seal where tenant_id = $1), '-infinity') - interval '1 day'
  and not exists (select from audit_seal s where s.tenant_id = a.tenant_id and s.audit_id = a.id)`
async function sealSome(db: Db): Promise<number> {
  const tenantId = db.me.tenantId
  let last = await lastLink(db)
  const rows = await db.query<{ id: string; content: string }>(sql`
    select a.id, ${CONTENT} as content from audit_log a
    where a.tenant_id = ${tenantId} and (${last.no} = 0 or a.at > (select max(at) from audit_seal where tenant_id = ${tenantId}) - interval '1 day')
      and not exists (select from audit_seal s where s.tenant_id = a.tenant_id and s.audit_id = a.id) order by a.seq limit ${AT_ONCE}`)
  const seals = rows.map(row => {
    last = { no: last.no + 1, hash: linked(db, last.hash, row.content) }
    return { no: last.no, audit_id: row.id, hash: last.hash }
  })
  if (seals.length)
    await db.query(sql`insert into audit_seal (tenant_id, no, audit_id, hash)
      select ${tenantId}, x.no, x.audit_id, x.hash from jsonb_to_recordset(${JSON.stringify(seals)}) x(no bigint, audit_id uuid, hash text)`)
  return seals.length
}
async function lastLink(db: Db): Promise<Link> {
  const rows = await db.query<Link>(sql`
    select no, hash from audit_seal where tenant_id = ${db.me.tenantId} union all select no, hash from audit_anchor where tenant_id = ${db.me.tenantId} order by no desc limit 1`)
  return rows[0] ?? START
}
/** Verifies the chain from its start, or from the anchor left by log retention, and returns the first row that is not what was sealed. */
export async function verifyAudit(db: Db): Promise<Verified> {
  const [anchor] = await db.query<Link>(sql`select no, hash from audit_anchor where tenant_id = ${db.me.tenantId} order by no desc limit 1`)
  let last = anchor ?? START
  let rows = 0
  for (;;) {
    const links = await db.query<Link & { auditId: string; content: string | null }>(sql`
      select s.no, s.hash, s.audit_id as "auditId", case when a.id is not null then ${CONTENT} end as content
      from audit_seal s left join audit_log a on a.tenant_id = s.tenant_id and a.id = s.audit_id
      where s.tenant_id = ${db.me.tenantId} and s.no > ${last.no} order by s.no limit ${AT_ONCE}`)
    for (const link of links) {
      const fault = faultOf(db, last, link)
      if (fault) return { rows, broken: { fault, auditId: link.auditId, no: link.no } }
      last = link
      rows++
    }
    if (links.length < AT_ONCE) break
  }
  const [stranger] = await db.query<{ id: string }>(sql`
    select a.id from audit_log a where a.tenant_id = ${db.me.tenantId} and a.at < now() - make_interval(mins => ${SEALING_MINUTES}) and exists (select from audit_seal where tenant_id = ${db.me.tenantId})
      and not exists (select from audit_seal s where s.tenant_id = a.tenant_id and s.audit_id = a.id) order by a.seq limit 1`)
  return { rows, broken: stranger && { fault: 'inserted', auditId: stranger.id, no: null } }
}
function faultOf(db: Db, last: Link, link: Link & { content: string | null }): Broken['fault'] | undefined {
  if (link.no !== last.no + 1) return 'resealed'
  if (link.content === null) return 'removed'
  return linked(db, last.hash, link.content) === link.hash || formerlyLinked(db, last.hash, link.content) === link.hash ? undefined : 'altered'
}
