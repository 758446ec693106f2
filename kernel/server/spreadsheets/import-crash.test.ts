import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { commit, importSheet, type Job, openRoster, type Roster, settled, sheet, upload } from '#testing/roster.ts'

// Starts and kills processes, slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })
let r: Roster
beforeAll(async () => {
  r = await openRoster()
})
afterAll(() => r.close())
beforeEach(async () => {
  await r.db.query(sql`delete from pupil`)
})
const HEADER = ['学员号', '姓名', '小队', '入队日期', '备注']
const rows = (count: number, prefix = 'P'): string[][] => Array.from({ length: count }, (_, i) => [`${prefix}${i}`, `学员${i}`, `A${(i % 4) + 1}`, '2026-09-01', '说明'.repeat(10)])
const count = async (): Promise<number> => (await r.db.query<{ n: number }>(sql`select count(*)::int as n from pupil`))[0]?.n ?? 0
const start = async (n: number, prefix?: string, fields: Record<string, string> = {}): Promise<string> => {
  const { data } = await upload<{ jobId: string }>(r.officer, 'roster/pupil/import', await sheet(HEADER, rows(n, prefix)), '名册.xlsx', fields)
  return data.jobId
}
const stateOf = async (id: string): Promise<Job> => (await r.officer.get<Job>('sheet/importJob/getOne', { id })).data
/** Pids of this test's import processes. */
const children = (): number[] => {
  try {
    return execFileSync('pgrep', ['-P', String(process.pid), '-f', 'spreadsheets/child.ts'])
      .toString()
      .trim()
      .split('\n')
      .map(Number)
  } catch {
    return []
  }
}
const killChildren = async (): Promise<void> => {
  await expect.poll(() => children().length).toBeGreaterThan(0)
  for (const pid of children()) process.kill(pid, 'SIGKILL')
}

it('kill -9 of the import while it checks: nothing is written and the job says so', async () => {
  const id = await start(20_000)
  await expect.poll(async () => (await stateOf(id)).total).toBe(20_000)
  await killChildren()
  expect(await settled(r.officer, id)).toMatchObject({ state: 'failed', message: '导入进程意外中断，没有写入任何一行' })
  expect(await count()).toBe(0)
  expect(await r.db.query(sql`select 1 from import_row where job_id = ${id}`)).toHaveLength(0)
})
it('kill -9 of the import in the middle of writing: nothing half-applied, a second try writes all', async () => {
  const id = await start(3_000)
  expect(await settled(r.officer, id)).toMatchObject({ state: 'ready', toAdd: 3_000 })
  // Blocks the import at its last statement: rows are inserted, the transaction is open.
  const owner = await import('pg').then(m => new m.default.Client({ connectionString: r.server.core.url }))
  await owner.connect()
  await owner.query('create or replace function roster_wait() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return new; end $$')
  await owner.query('create trigger roster_wait before insert on roster_event for each row execute function roster_wait()')
  await r.officer.post('sheet/importJob/commit', { id })
  await expect.poll(async () => (await owner.query("select 1 from pg_stat_activity where wait_event = 'PgSleep'")).rowCount).toBe(1)
  await killChildren()
  expect(await settled(r.officer, id)).toMatchObject({ state: 'failed', message: '导入进程意外中断，没有写入任何一行' })
  await owner.query("select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'")
  await owner.query('drop trigger roster_wait on roster_event')
  await owner.end()
  expect(await count()).toBe(0)
  expect(await r.db.query(sql`select 1 from operation_log where biz_type = 'pupil'`)).toHaveLength(0)
  expect(await commit(r.officer, await importSheet(r.officer, 'pupil', await sheet(HEADER, rows(3_000))))).toMatchObject({ state: 'done', toAdd: 3_000 })
  expect(await count()).toBe(3_000)
})
it('the process that has checked an import writes it, and goes on after one that failed', async () => {
  for (const pid of children()) process.kill(pid, 'SIGKILL')
  await expect.poll(() => children()).toEqual([])
  const id = await start(10)
  const ended = async (job: string): Promise<Job> => {
    const found = await settled(r.officer, job)
    await r.server.settle() // the job says so a moment before its process is free
    return found
  }
  expect(await ended(id)).toMatchObject({ state: 'ready', toAdd: 10 })
  const checked = children()
  expect(checked).toHaveLength(1)
  expect(await commit(r.officer, { id })).toMatchObject({ state: 'done', toAdd: 10 })
  const bad = await upload<{ jobId: string }>(r.officer, 'roster/pupil/import', await sheet(HEADER, [['', '', 'A1', '2026-09-01', '']]), '名册.xlsx', {})
  expect((await ended(bad.data.jobId)).state).toBe('invalid')
  expect(await ended(await start(10, 'Q'))).toMatchObject({ state: 'ready', toAdd: 10 })
  expect(children()).toEqual(checked)
  expect(await count()).toBe(10)
})
it('kill -9 of the server: its imports end with it, nothing is half-written, and another server goes on with them', async () => {
  const id = await start(10)
  await settled(r.officer, id)
  const lines: ChildProcess = fork(fileURLToPath(new URL('../../testing/orphan-import.ts', import.meta.url)), [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const grandchild = new Promise<number>(done => lines.on('message', pid => done(pid as number)))
  const pid = await grandchild
  lines.kill('SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
  // State after a crash: a running job and a task whose lease has expired.
  const orphaned = async (state: string): Promise<void> => {
    await r.db.query(sql`update import_job set state = ${state} where id = ${id}`)
    await r.db.query(sql`insert into background_task (tenant_id, id, queue, payload, tries, holder, due_at)
      values (${r.tenantId}, ${id}, 'sheet.import', '{"lang": "zh-cn"}', 1, ${id}, now() - interval '1 second')`)
    await r.server.settle()
  }
  await orphaned('validating')
  expect([await stateOf(id), await count()]).toMatchObject([{ state: 'ready', toAdd: 10 }, 0])
  await orphaned('writing')
  expect([await stateOf(id), await count()]).toMatchObject([{ state: 'done', toAdd: 10 }, 10])
})
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
it('10-E4 a second import into the same rows waits for the first, and can be cancelled while it waits', async () => {
  const [first, second] = [await start(10, 'P'), await start(10, 'Q')]
  await settled(r.officer, first)
  await settled(r.officer, second)
  const client = await r.server.core.pool.connect()
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`import into ${r.tenantId} pupil`])
  await r.officer.post('sheet/importJob/commit', { id: first })
  await r.officer.post('sheet/importJob/commit', { id: second })
  await new Promise(done => setTimeout(done, 3000))
  expect([(await stateOf(first)).state, (await stateOf(second)).state, await count()]).toEqual(['writing', 'writing', 0])
  expect((await r.officer.post<Job>('sheet/importJob/cancel', { id: second })).data.state).toBe('cancelled')
  await client.query('rollback')
  client.release()
  expect(await settled(r.officer, first)).toMatchObject({ state: 'done' })
  expect(await count()).toBe(10)
})
it('says so when the staged rows were lost with the database', async () => {
  const id = await start(10)
  await settled(r.officer, id)
  await r.db.query(sql`delete from import_row where job_id = ${id}`)
  expect(await commit(r.officer, { id })).toMatchObject({ state: 'failed', message: '暂存的数据已经失效，请重新上传' })
})
it('forgets uploads that nobody committed within a day', async () => {
  const id = await start(10)
  await settled(r.officer, id)
  await r.db.query(sql`update import_job set touched_at = now() - interval '25 hours' where id = ${id}`)
  expect(await r.server.office.works[0]?.run(r.db, {})).toBeGreaterThan(0)
  expect(await stateOf(id)).toMatchObject({ state: 'cancelled' })
  expect(await r.db.query(sql`select 1 from import_row where job_id = ${id}`)).toHaveLength(0)
})
