import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import { PROTECT } from '../data/migrate.ts'
import { checkDeadEvents } from '../operate/doctor.ts'
import { moduleFolders, ROOT } from '../registry/registry.ts'
import { deleteHandled } from './outbox.ts'

const HERALD = join(ROOT, 'kernel/testing/modules/herald')
const PLATFORM = new Set(['campus', 'job', 'student', 'system'])
let school: School
let admin: Actor
beforeAll(async () => {
  school = await openSchool([...moduleFolders().filter(folder => PLATFORM.has(basename(folder))), HERALD])
  const client = await owner()
  await client.query(readFileSync(join(HERALD, 'tables.sql'), 'utf8'))
  await client.query(PROTECT)
  await client.end()
  admin = await school.as({ roles: ['admin'] })
})
afterAll(() => school.close())

async function owner(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: school.server.core.url })
  await client.connect()
  return client
}
interface Delivery {
  id: string
  event: string
  listener: string
  state: string
  tries: number
  reason: string
  firstFailedAt: string
  lastFailedAt: string
}
const breakListener = (listener: string, { n = null, isRefusal = false }: { n?: number | null; isRefusal?: boolean } = {}) =>
  school.db.query(sql`insert into herald_fault (tenant_id, listener, n, is_refusal) values (${school.tenantId}, ${listener}, ${n}, ${isRefusal})`)
const mend = () => school.db.query(sql`delete from herald_fault where tenant_id = ${school.tenantId}`)
const heard = async (listener: string): Promise<number[]> =>
  (await school.db.query<{ n: number }>(sql`select n from herald_heard where tenant_id = ${school.tenantId} and listener = ${listener} order by n`)).map(row => row.n)
const ring = async (...ns: readonly number[]): Promise<void> => {
  for (const n of ns) expect((await admin.post('herald/bell/ring', { n })).code).toBe(200)
}
/** Makes every retry due until nothing is retried any more. */
async function giveUp(): Promise<void> {
  for (let i = 0; i < 12; i++) {
    await school.db.query(sql`update event_delivery set next_at = now() where tenant_id = ${school.tenantId} and state = 'retrying'`)
    await school.server.settle()
  }
}
const dead = async (headers: Record<string, string> = {}): Promise<Delivery[]> =>
  (await admin.get<{ result: Delivery[] }>('job/eventDelivery/list', { state: 'dead', size: 100 }, headers)).data.result
const metric = async (): Promise<string> => (await school.server.app.inject({ url: '/metrics' })).body.split('\n').find(line => line.startsWith('qinglan_dead_events{')) ?? ''

describe('an event that a listener cannot handle', () => {
  it('is not kept from the other listeners, and is retried for the failing one alone', async () => {
    await breakListener('first')
    await ring(1, 2)
    await school.server.settle()
    expect(await heard('second')).toEqual([1, 2])
    await giveUp()
    expect(await heard('second')).toEqual([1, 2])
    expect(await heard('first')).toEqual([])
  })
  it('waits for an administrator with what, who, why, since when and how often', async () => {
    const lines = await dead()
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatchObject({ event: 'herald.rang', listener: 'herald.first', tries: 8, reason: 'the first listener is broken' })
    expect(Date.parse(lines[0]?.firstFailedAt ?? '')).toBeLessThan(Date.parse(lines[0]?.lastFailedAt ?? ''))
    expect(await metric()).toBe('qinglan_dead_events{event="herald.rang"} 2')
    const client = await owner()
    expect(await checkDeadEvents(client)).toMatchObject({ state: 'warn', says: expect.stringContaining('herald.rang → herald.first: 2 (the first listener is broken)') })
    await client.end()
  })
  it('is not forgotten with the events that are done', async () => {
    await school.db.query(sql`update outbox set done_at = now() - interval '90 days' where tenant_id = ${school.tenantId}`)
    await deleteHandled(school.db)
    expect(await dead()).toHaveLength(2)
  })
  it('is run again when an administrator says so, and nothing is lost or done twice', async () => {
    const before = await dead()
    await mend()
    await breakListener('first', { n: 2 })
    expect((await admin.post<{ count: number }>('job/eventDelivery/retry', { ids: before.map(d => d.id) })).data).toEqual({ count: 2 })
    await school.server.settle()
    expect(await heard('first')).toEqual([1])
    await giveUp()
    await mend()
    const [left] = await dead()
    expect((await admin.post('job/eventDelivery/retry', { ids: [left?.id] })).code).toBe(200)
    await school.server.settle()
    expect([await heard('first'), await heard('second'), await dead()]).toEqual([[1, 2], [1, 2], []])
    expect((await admin.post('job/eventDelivery/retry', { ids: [left?.id] })).errors[0]?.rule).toBe('job.eventDelivery.gone')
  })
  it('says a refusal in the language of whoever reads it', async () => {
    await breakListener('second', { n: 3, isRefusal: true })
    await ring(3)
    await giveUp()
    expect((await dead()).map(d => d.reason)).toEqual(['“second”已停用'])
  })
  it('is discarded only with a reason, which the audit keeps', async () => {
    const ids = (await dead()).map(d => d.id)
    expect((await admin.post('job/eventDelivery/discard', { ids })).errors[0]?.field).toBe('reason')
    expect((await admin.post('job/eventDelivery/discard', { ids, reason: '重复的通知' })).code).toBe(200)
    expect(await dead()).toEqual([])
    const lines = await school.db.query<{ detail: { reason: string } }>(sql`select detail from audit_log where tenant_id = ${school.tenantId} and action = 'event.discard'`)
    expect(lines).toMatchObject([{ detail: { reason: '重复的通知', deliveries: [{ event: 'herald.rang', listener: 'herald.second' }] } }])
    await mend()
    await giveUp()
    expect(await heard('second')).toEqual([1, 2])
  })
  it('is an administrator’s alone to see, retry and discard', async () => {
    const nobody = await school.as()
    expect((await nobody.get('job/eventDelivery/list')).code).toBe(403)
    for (const verb of ['retry', 'discard']) expect((await nobody.post(`job/eventDelivery/${verb}`, { ids: [school.tenantId], reason: 'x' })).code).toBe(403)
  })
  it('is dead where the processes that took it ended each time, and does not take the next ones with it', async () => {
    await ring(4, 5)
    // state after eight processes were killed while handling the first event
    await school.db.query(
      sql`update outbox set tries = 8, next_at = now(), done_at = null where tenant_id = ${school.tenantId} and event = 'herald.rang' and payload ->> 'n' = '4'`,
    )
    await school.db.query(sql`delete from inbox where tenant_id = ${school.tenantId} and event_id in (select id from outbox where payload ->> 'n' = '4')`)
    await school.db.query(sql`delete from herald_heard where tenant_id = ${school.tenantId} and n = 4`)
    await school.server.settle()
    expect(await heard('first')).toEqual([1, 2, 3, 5])
    expect((await dead()).map(d => [d.listener, d.reason])).toEqual(expect.arrayContaining([['herald.first', '处理过程中服务进程中断，已尝试 8 次']]))
  })
})
