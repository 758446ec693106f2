import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSchool, type School } from '#testing/school.ts'
import { countStatements } from '#testing/statements.ts'
import { appPool } from '../data/pool.ts'
import { cronWords, isCron, nextTimes } from './cron.ts'
import { type ScheduledJob, scheduledJob } from './scheduled-job.ts'
import { Scheduler } from './scheduler.ts'

let school: School
beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school.close())

/** The schedulers of two processes on one database. */
const clocks = (...works: ScheduledJob[]): [Scheduler, Scheduler] => {
  const core = { ...school.server.core, works: new Map(works.map(w => [w.code, w])) }
  return [new Scheduler(core), new Scheduler(core)]
}
const due = (code: string, ago = '1 second') =>
  school.db.query(sql`update job set next_at = now() - ${ago}::interval, held_until = null where tenant_id = ${school.tenantId} and code = ${code}`)
const lines = (code: string) =>
  school.db.query<{ state: string; affected: number | null; message: string | null }>(
    sql`select l.state, l.affected, l.message from job_log l join job j on j.id = l.job_id where l.tenant_id = ${school.tenantId} and j.code = ${code} order by l.started_at, l.id`,
  )
const state = async (code: string) =>
  (
    await school.db.query<{ failures: number; tries: number; isAhead: boolean }>(
      sql`select failures, tries, next_at > now() as "isAhead" from job where tenant_id = ${school.tenantId} and code = ${code}`,
    )
  )[0]

/** Runs everything that is due in any school. */
const sweep = async (scheduler: Scheduler): Promise<void> => {
  await (await scheduler.sweep()).runs
}
it('10-J2 two servers and a job due: exactly one runs it, and one log line says what it did', async () => {
  let runs = 0
  const work = scheduledJob('test.once', '一次', '0 3 * * *', async () => {
    runs++
    await new Promise(done => setTimeout(done, 200))
    return 7
  })
  const [one, two] = clocks(work)
  expect(await one.next(school.db)).toBe(false)
  await due('test.once')
  expect((await Promise.all([one.next(school.db), two.next(school.db), one.next(school.db), two.next(school.db)])).filter(Boolean)).toHaveLength(1)
  expect(runs).toBe(1)
  expect(await lines('test.once')).toEqual([{ state: 'done', affected: 7, message: null }])
  expect(await state('test.once')).toEqual({ failures: 0, tries: 0, isAhead: true })
})
it('10-J2 a run whose server died is taken over after its time limit and leaves no row twice', async () => {
  let stands = true
  const work = scheduledJob('test.dies', '中断', '0 3 * * *', async db => {
    await db.query(sql`insert into audit_log (tenant_id, action) values (${db.me.tenantId}, 'test.dies')`)
    if (stands) await new Promise(() => {})
    return 1
  })
  const [one, two] = clocks(work)
  await one.ensure(school.db)
  await due('test.dies')
  // the first server is killed: its transaction ends with its connection, its log line stays open
  await school.db.query(sql`update job set held_until = now() + interval '600 seconds', tries = 1 where tenant_id = ${school.tenantId} and code = 'test.dies'`)
  await school.db.query(sql`insert into job_log (tenant_id, job_id, node) select tenant_id, id, 'dead' from job where tenant_id = ${school.tenantId} and code = 'test.dies'`)
  stands = false
  expect(await two.next(school.db)).toBe(false)
  await school.db.query(sql`update job set held_until = now() - interval '1 second' where tenant_id = ${school.tenantId} and code = 'test.dies'`)
  expect(await two.next(school.db)).toBe(true)
  expect((await lines('test.dies')).map(l => l.state)).toEqual(['lost', 'done'])
  const [count] = await school.db.query<{ n: number }>(sql`select count(*)::int as n from audit_log where tenant_id = ${school.tenantId} and action = 'test.dies'`)
  expect(count?.n).toBe(1)
})
it('10-J2 a run past its time limit writes nothing beside the one that took it over, and gives back what is no longer its own to nobody', async () => {
  let go = (): void => {}
  const waits = new Promise<void>(done => {
    go = done
  })
  let runs = 0
  const work = scheduledJob('test.slow', '太慢', '0 3 * * *', async db => {
    const mine = ++runs
    await db.query(sql`insert into audit_log (tenant_id, action, detail) values (${db.me.tenantId}, 'test.slow', ${JSON.stringify({ mine })})`)
    if (mine === 1) await waits
    return mine
  })
  const [one, two] = clocks(work)
  await one.ensure(school.db)
  await due('test.slow')
  const first = one.next(school.db)
  await expect.poll(() => runs).toBe(1)
  await school.db.query(sql`update job set held_until = now() - interval '1 second' where tenant_id = ${school.tenantId} and code = 'test.slow'`)
  expect(await two.next(school.db)).toBe(true)
  await school.db.query(sql`update job set held_until = now() + interval '1 hour', tries = 1 where tenant_id = ${school.tenantId} and code = 'test.slow'`)
  go()
  await first
  expect(await school.db.query(sql`select detail ->> 'mine' as mine from audit_log where tenant_id = ${school.tenantId} and action = 'test.slow'`)).toEqual([{ mine: '2' }])
  expect(await state('test.slow')).toMatchObject({ tries: 1, failures: 0 })
  expect(await school.db.query(sql`select 1 from job where tenant_id = ${school.tenantId} and code = 'test.slow' and held_until > now()`)).toHaveLength(1)
})
it('10-J5 a try follows another after a while, also where somebody asked for the run', async () => {
  const [one] = clocks(
    scheduledJob('test.asked', '点了运行', '0 3 * * *', async () => {
      throw new Error('x')
    }),
  )
  await one.ensure(school.db)
  await school.db.query(sql`update job set is_asked = true, next_at = now() where tenant_id = ${school.tenantId} and code = 'test.asked'`)
  expect(await one.next(school.db)).toBe(true)
  expect(await one.next(school.db)).toBe(false)
  expect(await state('test.asked')).toMatchObject({ tries: 1, isAhead: true })
})
it('10-J5 tries again, then counts the failure; a third one in a row calls somebody', async () => {
  const work = scheduledJob('test.fails', '失败', '0 3 * * *', async () => {
    throw new Error('没有磁盘空间')
  })
  const [one] = clocks(work)
  await one.ensure(school.db)
  for (let round = 1; round <= 3; round++) {
    for (let attempt = 1; attempt <= 3; attempt++) {
      await due('test.fails')
      expect(await one.next(school.db)).toBe(true)
    }
    expect(await state('test.fails')).toMatchObject({ failures: round, tries: 0 })
  }
  expect(new Set((await lines('test.fails')).map(l => `${l.state} ${l.message}`))).toEqual(new Set(['failed 没有磁盘空间']))
  expect(await lines('test.fails')).toHaveLength(9)
})
it('a run that no server was there for is made up for once, or skipped, as the job says', async () => {
  const runs: string[] = []
  const [one] = clocks(
    scheduledJob('test.late', '补跑', '0 3 * * *', async () => runs.push('late')),
    scheduledJob('test.skip', '跳过', '0 3 * * *', async () => runs.push('skip'), { misfire: 'skip' }),
  )
  await one.ensure(school.db)
  for (const code of ['test.late', 'test.skip']) await due(code, '3 days')
  while (await one.next(school.db));
  expect(runs).toEqual(['late'])
  expect((await lines('test.skip')).map(l => l.state)).toEqual(['skipped'])
})
it('10-J1 the clock is that of Asia/Shanghai, and a time is said in words with the next ones', async () => {
  expect(nextTimes('30 3 * * *', 2, new Date('2026-09-01T00:00:00+08:00')).map(t => t.toISOString())).toEqual(['2026-08-31T19:30:00.000Z', '2026-09-01T19:30:00.000Z'])
  expect(await cronWords('30 3 * * *', 'zh-cn')).toContain('03:30')
  expect(await cronWords('30 3 * * *', 'en')).toContain('03:30')
})
it('10-J5 a wrong time, or one under a minute, is none', () => {
  for (const cron of ['', 'x', '* * * *', '*/10 * * * * *', '61 * * * *', '0 25 * * *']) expect([cron, isCron(cron)]).toEqual([cron, false])
  for (const cron of ['* * * * *', '*/15 8-18 * * 1-5', '0 0 1 * *']) expect([cron, isCron(cron)]).toEqual([cron, true])
})

describe('jobs of all schools', () => {
  const DUE = `select from audit_log where tenant_id = $1 and action = 'test.due'`
  /** The job is due in each of these schools. */
  const allDue = async (code: string, schools: readonly School[]) => {
    for (const { db, tenantId } of schools)
      await db.query(sql`update job set next_at = now() - interval '1 second', held_until = null where tenant_id = ${tenantId} and code = ${code}`)
  }
  const row = async ({ db, tenantId }: School, code: string) =>
    (
      await db.query<{
        lastState: string | null
        emptyRuns: number
        isAhead: boolean
        lines: number
      }>(sql`select last_state as "lastState", empty_runs as "emptyRuns", next_at > now() as "isAhead",
        (select count(*)::int from job_log l where l.tenant_id = j.tenant_id and l.job_id = j.id) as lines from job j where tenant_id = ${tenantId} and code = ${code}`)
    )[0]

  it('run only where something is due; elsewhere they move on without a run and without a line', async () => {
    const other = await school.another()
    const ran: string[] = []
    const [one, two] = clocks(scheduledJob('test.idle', '空闲', '* * * * *', async db => ran.push(db.me.tenantId), { due: DUE }))
    await sweep(one)
    await other.db.query(sql`insert into audit_log (tenant_id, action) values (${other.tenantId}, 'test.due')`)
    await allDue('test.idle', [school, other])
    await Promise.all([sweep(one), sweep(two)])
    expect(ran).toEqual([other.tenantId])
    expect(await row(school, 'test.idle')).toEqual({ lastState: 'done', emptyRuns: 1, isAhead: true, lines: 0 })
    expect(await row(other, 'test.idle')).toEqual({ lastState: 'done', emptyRuns: 0, isAhead: true, lines: 1 })
  })
  it('leave no line where they found nothing to do, unless somebody asked for the run', async () => {
    const [one] = clocks(scheduledJob('test.nothing', '无事', '0 3 * * *', async () => 0))
    await one.ensure(school.db)
    await allDue('test.nothing', [school])
    await sweep(one)
    expect(await row(school, 'test.nothing')).toEqual({ lastState: 'done', emptyRuns: 1, isAhead: true, lines: 0 })
    await school.db.query(sql`update job set is_asked = true, next_at = now() where tenant_id = ${school.tenantId} and code = 'test.nothing'`)
    await sweep(one)
    expect(await row(school, 'test.nothing')).toEqual({ lastState: 'done', emptyRuns: 0, isAhead: true, lines: 1 })
  })
  it('are looked at by as many statements for many schools as for one', async () => {
    const counter = await countStatements(school.server.core.url)
    const pool = appPool(counter.url, 1)
    const work = scheduledJob('test.many', '许多', '* * * * *', async () => 1, { due: DUE.replace('due', 'never') })
    const scheduler = new Scheduler({ ...school.server.core, pool, works: new Map([[work.code, work]]) })
    const schools = [school]
    const statements = async (): Promise<number> => {
      await sweep(scheduler) // creates the schools' jobs
      await allDue(work.code, schools)
      const before = counter.count()
      await sweep(scheduler)
      return counter.count() - before
    }
    const few = await statements()
    for (let n = 0; n < 2; n++) schools.push(await school.another())
    expect(await statements()).toBe(few)
    for (const each of schools) expect(await row(each, work.code)).toMatchObject({ isAhead: true, lines: 0 })
    await pool.end()
    await counter.close()
  })
  it('10-J6 run only in schools whose licence names their module, or one that needs it', async () => {
    const other = await school.another()
    const ran: string[] = []
    const works = ['leave', 'workflow', 'screen'].map(module => scheduledJob(`test.${module}`, module, '0 3 * * *', async () => ran.push(module)))
    const { core } = school.server
    const moduleOf = (work: object) => ((works as object[]).includes(work) ? (work as ScheduledJob).name : undefined)
    const scheduler = new Scheduler({ ...core, works: new Map(works.map(w => [w.code, w])), registry: { ...core.registry, moduleOf } })
    await scheduler.ensure(other.db)
    await other.db.query(sql`with made as (insert into licence (tenant_id, school_name, edition, modules, max_students, issued_at, expire_date, grace_days, machine_code, payload, signature)
        values (${other.tenantId}, 'x', 'x', '["leave"]', 1, now(), current_date + 1, 1, 'x', 'x', 'x') returning id)
      update tenant set licence_id = (select id from made) where id = ${other.tenantId}`)
    for (const { code } of works) await allDue(code, [other])
    await sweep(scheduler)
    expect(ran.sort()).toEqual(['leave', 'workflow'])
    expect(await row(other, 'test.screen')).toMatchObject({ isAhead: true, lines: 0 })
  })
})
