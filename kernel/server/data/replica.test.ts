import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Db } from '#server/context.ts'
import { sql as past } from '#testing/database.ts'
import { hasDebian, NEEDS_DEBIAN, type Other, startDebian } from '#testing/debian.ts'
import { type Actor, type School, schoolIn } from '#testing/school.ts'

vi.setConfig({ testTimeout: 150_000 })
const dataDir = mkdtempSync(join(tmpdir(), 'qinglan-replica-'))
let primary: Other
let replica: Other
let school: School
let officer: Actor
beforeAll(async () => {
  if (!hasDebian) return
  primary = await startDebian()
  replica = await primary.follower()
  school = await schoolIn(primary.url, '100001', { dataDir, secret: Buffer.alloc(32, 7), replicaUrl: replica.url })
  officer = await school.as({ roles: ['officer'] })
})
afterAll(async () => {
  await school?.close()
  replica?.stop()
  primary?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
let serial = 10
/** Adds a department through the API and returns its id. */
async function addDepartment(): Promise<string> {
  serial += 1
  const answer = await officer.post<{ id: string }>('base/department/add', { code: String(serial), name: `学院${serial}`, deptType: '1', isEnabled: true })
  expect(answer.msg).toBe('成功')
  return answer.data.id
}
const listed = async (id: string): Promise<number> => (await officer.get<{ page: { total: number } }>('base/department/list', { id })).data.page.total
/** Number of departments as read from the replica. */
const inQuestion = async (): Promise<number> =>
  school.db.onReplica(async db => (await db.query<{ n: number }>(sql`select count(*)::int as n from department where tenant_id = ${school.tenantId}`))[0]?.n ?? 0)
const ask = async (): Promise<number> => (await officer.post('query/savedQuery/run', { subject: 'student', spec: { columns: ['name', 'phone'] } })).code
const isCopy = async (work: (read: (db: Db) => Promise<boolean>) => Promise<boolean>): Promise<boolean> =>
  work(async db => (await db.query<{ is: boolean }>(sql`select pg_is_in_recovery() as is`))[0]?.is ?? false)

describe.skipIf(!hasDebian)(`10-X9 a replica that follows by streaming ${hasDebian ? '' : NEEDS_DEBIAN}`, () => {
  it('answers the readings that may lag, and no other', async () => {
    expect(await isCopy(read => school.db.onReplica(read))).toBe(true)
    expect(await isCopy(read => read(school.db))).toBe(false)
    expect(await isCopy(read => school.db.tx(read))).toBe(false)
    // a query is audited, and that write goes to the primary
    expect(await ask()).toBe(200)
    await expect(school.db.onReplica(db => db.query(sql`update department set updated_at = now() where tenant_id = ${school.tenantId}`))).rejects.toThrow(/read-only transaction/)
  })
  it('that lags is seen in questions alone: what was written is read back at once', async () => {
    await addDepartment()
    await expect.poll(inQuestion).toBeGreaterThan(0)
    const before = await inQuestion()
    await past(replica.url, 'select pg_wal_replay_pause()')
    await expect.poll(async () => (await past<{ s: string }>(replica.url, 'select pg_get_wal_replay_pause_state() as s'))[0]?.s).toBe('paused')
    const id = await addDepartment()
    expect(await listed(id)).toBe(1)
    expect((await officer.get('base/department/getOne', { id })).code).toBe(200)
    expect(await inQuestion()).toBe(before)
    await past(replica.url, 'select pg_wal_replay_resume()')
    await expect.poll(inQuestion).toBe(before + 1)
  })
  it('that dies takes nothing with it: writes and reads go on, and questions are answered by the database itself', async () => {
    const before = await inQuestion()
    replica.die()
    const id = await addDepartment()
    expect(await listed(id)).toBe(1)
    // a query whose connection was open when the replica died may fail, none after it
    await expect.poll(() => inQuestion().catch(() => 0)).toBe(before + 1)
    expect(await ask()).toBe(200)
    expect(await isCopy(read => school.db.onReplica(read))).toBe(false)
  })
})
