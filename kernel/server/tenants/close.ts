import sql from 'sql-template-tag'
import { systemGate } from '../access/calls.ts'
import { PendingWork } from '../base/pending-work.ts'
import type { Core } from '../data/core.ts'
import { runOn } from '../data/pool.ts'
import { openStore, type Place } from '../files/store.ts'
import { newToken, tokenHash } from '../identity/tokens.ts'
import { type ScheduledJob, scheduledJob } from '../jobs/scheduled-job.ts'
import { type By, note } from './note.ts'
import { go, schoolById } from './open.ts'
import { makePackage, packagePlace } from './package.ts'
import { STATE_NAMES, schoolRefusal } from './refusals.ts'

/** Days between closing a school and erasing its rows and files. */
export const FROZEN_DAYS = 30
const LOG_DAYS = 180

/** State after restoring; a school whose provisioning had not finished continues it. */
const REOPENED = sql`case when exists (select from provision_step p where p.tenant_id = tenant.id and p.step = 'firstAdmin' and p.state <> 'done') then 'provisioning' else 'active' end`

/** Blocks sign-in and ends sessions; data stays. */
export async function freezeSchool(core: Core, id: string, reason: string, by: By): Promise<void> {
  await move(core, id, { from: ['active'], to: 'frozen', verb: '冻结', reason }, by)
}
/** Reactivates a frozen school, or a closed one that has not been erased yet. */
export async function restoreSchool(core: Core, id: string, reason: string, by: By): Promise<void> {
  await move(core, id, { from: ['frozen', 'closed'], to: 'active', verb: '恢复', reason }, by)
  await dropPackage(core, id)
  go(core, await schoolById(core, id))
}
/** Closes a school: blocks sign-in, packs its data for download, erases them after thirty days. Returns the token of the download link. */
export async function closeSchool(core: Core, id: string, reason: string, by: By): Promise<string> {
  const token = newToken()
  await move(core, id, { from: ['active', 'frozen', 'provisioning', 'registering'], to: 'closed', verb: '关闭', reason, packageHash: tokenHash(token) }, by)
  packing.add(makePackage(core, id).catch(error => core.log.error({ err: error, tenantId: id }, 'the package of a closed school was not made')))
  return token
}
interface Move {
  from: readonly string[]
  to: 'active' | 'frozen' | 'closed'
  verb: string
  reason: string
  packageHash?: Buffer
}
async function move(core: Core, id: string, { from, to, verb, reason, packageHash }: Move, by: By): Promise<void> {
  const school = await schoolById(core, id)
  await systemGate(core, id, 'platform').tx(async db => {
    const moved =
      await db.query(sql`update tenant set state = ${to === 'active' ? REOPENED : to}, reason = ${reason}, closed_at = ${to === 'closed' ? sql`now()` : null}, package_hash = ${packageHash ?? null}, updated_at = now(), version = version + 1
      where id = ${id} and state = any(${[...from]}::text[]) and erased_at is null returning 1 as moved`)
    if (!moved.length) throw schoolRefusal('state', { state: STATE_NAMES[school.state as keyof typeof STATE_NAMES], verb }, 409)
    if (to !== 'active') await db.query(sql`update user_session set state = 'ended', end_reason = 'disabled', ended_at = now() where tenant_id = ${id} and state <> 'ended'`)
    await note(db, `tenancy.${to}`, { reason, from: school.state }, by)
  })
  await core.principals.changed(id)
}
const packing = new PendingWork()
export const packagesSettled = (): Promise<void> => packing.settle()
async function dropPackage(core: Core, id: string): Promise<void> {
  const gone = sql`update tenant t set package_file = null from tenant o where o.id = t.id and t.id = ${id} and t.package_file is not null returning o.package_file as file`
  const [row] = await runOn<{ file: string }>(core.pool, gone.text, gone.values)
  if (row) await (await openStore(core)).remove(systemGate(core, id, 'package'), packagePlace(id, row.file))
}
/** Scheduled job: creates packages missing after a crash, and erases schools that are due. */
export async function archiveClosedSchools(core: Core): Promise<number> {
  const rows = await runOn<{ id: string; isDue: boolean; lacksPackage: boolean }>(
    core.pool,
    `select id, closed_at < now() - make_interval(days => $1) as "isDue", package_file is null as "lacksPackage" from tenant where state = 'closed' and erased_at is null`,
    [FROZEN_DAYS],
  )
  await forgetLogs(core)
  for (const { id, isDue, lacksPackage } of rows) {
    if (isDue) await eraseSchool(core, id)
    else if (lacksPackage) await makePackage(core, id)
  }
  return rows.filter(r => r.isDue || r.lacksPackage).length
}
/** Deletes logs of erased schools after their legal retention, because the schools' own jobs no longer run. */
async function forgetLogs(core: Core): Promise<void> {
  const erased = await runOn<{ id: string }>(core.pool, 'select id from tenant where erased_at < now() - make_interval(days => $1)', [LOG_DAYS])
  for (const { id } of erased) await systemGate(core, id, 'erase').query(sql`select forget_logs(${id}, now() - make_interval(days => ${LOG_DAYS}))`)
}
export const closedWork = (core: Core): ScheduledJob =>
  scheduledJob('tenancy.archiveClosedSchools', '已关闭学校的数据打包与清除', '*/15 * * * *', () => archiveClosedSchools(core), { isPlatform: true, isWhole: false })

/** Deletes all rows of a school, then its file objects. */
async function eraseSchool(core: Core, id: string): Promise<void> {
  const gate = systemGate(core, id, 'erase')
  const store = await openStore(core)
  const files = await gate.query<Place>(sql`select distinct bucket_name as "bucketName", object_key as "objectKey" from attachment where tenant_id = ${id}`)
  const remove = await store.remover(gate, [...new Set(files.map(f => f.bucketName))])
  await dropPackage(core, id)
  await gate.tx(async db => {
    await db.query(sql`select set_config('statement_timeout', '0', true)`)
    const [erased] = await db.query<{ tables: number }>(sql`select erase_school(${id}) as tables`)
    await db.query(sql`update tenant set erased_at = now(), contact = null, contact_mobile = null, package_hash = null where id = ${id}`)
    await note(db, 'tenancy.erased', { files: files.length, tables: erased?.tables ?? 0 }, { name: '系统', ip: '', traceId: '' })
  })
  for (const place of files) await remove(place).catch(error => core.log.warn({ err: error, ...place }, 'a file of an erased school is left'))
}
