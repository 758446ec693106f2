import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { integer } from '#model'
import { type ScheduledJob, scheduledJob } from '#server/jobs/scheduled-job.ts'
import { Scheduler } from '#server/jobs/scheduler.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'

type Row = { id: string; version: number; code: string; cron: string; cronText: string; nextAt: string; nextTimes: string[]; isEnabled: boolean; lastState: string | null }
let school: School
let admin: Actor
beforeAll(async () => {
  school = await openSchool()
  await school.server.clock.ensure(school.db)
  admin = await school.as({ roles: ['admin'] })
})
afterAll(() => school.close())

const one = async (code: string): Promise<Row> => {
  const { data } = await admin.get<{ result: Row[] }>('job/job/list', { code })
  return (await admin.get<Row>('job/job/getOne', { id: data.result[0]?.id ?? '' })).data
}
const update = async (code: string, patch: Record<string, unknown>) => {
  const { id, version } = await one(code)
  return admin.post('job/job/update', { id, version, ...patch })
}
it('10-J4 lists the jobs of the platform, each with its time in words and the next five runs (10-J1)', async () => {
  const { data } = await admin.get<{ result: Row[] }>('job/job/list', { size: 200 })
  const expected: Readonly<Record<string, readonly string[]>> = {
    system: ['system.accounts'],
    audit: ['audit.retention', 'audit.seal', 'audit.verify', 'audit.unusualUse'],
    desk: ['desk.dailyDigest'],
    message: ['message.notices'],
    tenancy: ['tenancy.remind'],
  }
  const loaded = school.server.core.registry.modules.flatMap(m => expected[m.code] ?? [])
  expect(data.result.map(r => r.code)).toEqual(expect.arrayContaining(['file.cleanUp', ...loaded]))
  const row = await one('system.accounts')
  expect(row.cronText).toContain('00:02')
  expect(row.nextTimes).toHaveLength(5)
})
it('10-J5 refuses a wrong time and one under a minute, naming it; a right one moves the next run', async () => {
  for (const cron of ['* * * * * *', 'every day']) expect((await update('system.accounts', { cron })).errors[0]).toMatchObject({ field: 'cron', rule: 'job.job.cron' })
  expect((await update('system.accounts', { cron: '15 6 * * *' })).code).toBe(200)
  expect(new Date((await one('system.accounts')).nextAt).toISOString()).toMatch(/T22:15:00/)
})
it('10-J3 takes no parameters the job has not declared', async () => {
  expect((await update('system.accounts', { params: { script: 'rm -rf /' } })).errors[0]).toMatchObject({ rule: 'job.job.paramUnknown' })
})
it('10-J3 holds the parameters of a job to what it has declared', async () => {
  const work = scheduledJob('test.params', '带参数', '0 3 * * *', async () => 0, { params: { days: integer('天数', { min: 1, max: 30 }) } })
  const works = school.server.core.works as Map<string, ScheduledJob>
  works.set(work.code, work)
  await new Scheduler({ ...school.server.core, works: new Map([[work.code, work]]) }).ensure(school.db)
  for (const days of [0, 31, 'x']) expect((await update(work.code, { params: { days } })).errors[0]?.field).toBe('params.days')
  expect((await update(work.code, { params: { days: 30 } })).code).toBe(200)
  works.delete(work.code)
})
it('10-J3 runs now, even when paused, keeps the history, and a pause is not made up for', async () => {
  await update('file.cleanUp', { isEnabled: false })
  // nothing else is due, however long the tests before took
  await school.db.query(
    sql`update job set next_at = now() + case when code = 'file.cleanUp' then -interval '2 days' else interval '2 days' end where tenant_id = ${school.tenantId}`,
  )
  expect(await school.server.clock.next(school.db)).toBe(false)
  const { id } = await one('file.cleanUp')
  expect((await admin.post('job/job/run', { id })).code).toBe(200)
  expect((await admin.post('job/job/run', { id })).errors[0]?.rule).toBe('job.job.running')
  expect(await school.server.clock.next(school.db)).toBe(true)
  expect((await one('file.cleanUp')).lastState).toBe('done')
  const log = await admin.get<{ result: Array<{ state: string; traceId: string }> }>('job/jobLog/list', { jobId: id })
  // the number by which its lines, messages and faults are found
  expect(log.data.result.map(l => l.traceId)).toEqual([expect.stringMatching(/^[0-9a-z]{14,}$/)])
  expect(log.data.result.map(l => l.state)).toEqual(['done'])
  await update('file.cleanUp', { isEnabled: true })
  expect(await school.server.clock.next(school.db)).toBe(false)
})
it('10-J5 three failures in a row call the administrators, with the name and the reason', async () => {
  const failing = scheduledJob('test.fails', '清理', '0 3 * * *', async () => {
    throw new Error('没有磁盘空间')
  })
  const told = captureNotifications(school.server)
  const clock = new Scheduler({ ...school.server.core, works: new Map([[failing.code, failing]]) })
  await clock.ensure(school.db)
  const fail = async () => {
    await school.db.query(sql`update job set retries = 0, next_at = now() where tenant_id = ${school.tenantId} and code = ${failing.code}`)
    expect(await clock.next(school.db)).toBe(true)
  }
  await fail()
  await fail()
  expect(await told('job.failedOften')).toEqual([])
  await fail()
  expect(await told('job.failedOften')).toMatchObject([{ to: [admin.userId], values: { name: '清理', failures: 3, message: '没有磁盘空间' } }])
})
it('10-J1 previews a time before it is saved', async () => {
  const { data } = await admin.get<{ isValid: boolean; words: string; next: string[] }>('job/job/preview', { cron: '*/15 * * * *' })
  expect(data).toMatchObject({ isValid: true })
  expect(data.next).toHaveLength(5)
  expect((await admin.get<{ isValid: boolean }>('job/job/preview', { cron: 'x' })).data.isValid).toBe(false)
})
