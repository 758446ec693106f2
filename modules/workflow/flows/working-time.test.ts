import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { flowSubject } from '#flow/index.ts'
import { HOUR_MS } from '#model/days.ts'
import { calendarDay, schoolYear, term } from '#modules/campus/model/calendar.ts'
import { openTodos } from '#server/notifications/todos.ts'
import { openSchool, type School } from '#testing/school.ts'
import { processInstance, processTask } from '../cases/model/instance.ts'
import { startCase } from '../cases/testing.ts'
import { asks, line } from '../testing.ts'
import { processVersion } from './model/process.ts'
import { makeFlow } from './server/flow-seed.ts'
import { dueAt, workMinutes, workMinutesOf } from './server/working-time.ts'

let s: School
/** A past school year, independent of the date of the test run: first week 2025-09-01, holidays 1 to 8 October, 28 September and 11 October are workdays. */
beforeAll(async () => {
  s = await openSchool()
  const xn = '2025-2026'
  await s.db.insert(schoolYear, { xn, startDate: '2025-09-01', endDate: '2026-08-30' })
  await s.db.insert(term, { xn, xqM: '1', name: '第一学期', week1Start: '2025-09-01', weeks: 20, startDate: '2025-09-01', endDate: '2026-01-18', switchDate: '2025-08-25' })
  const mark = (date: string, dayType: 'holiday' | 'makeup', asWeekday?: number) => s.db.insert(calendarDay, { xn, date, dayType, ...(asWeekday ? { asWeekday } : {}) })
  for (let day = 1; day <= 8; day++) await mark(`2025-10-0${day}`, 'holiday')
  await mark('2025-09-28', 'makeup', 2)
  await mark('2025-10-11', 'makeup', 3)
})
afterAll(() => s.close())
const at = (time: string): Date => new Date(`${time}:00+08:00`)
const due = async (from: string, hours: number): Promise<string> =>
  new Date((await dueAt(s.db, at(from), { hours, workingTime: true })).getTime() + 8 * HOUR_MS).toISOString().slice(0, 16)

describe('working time', () => {
  it('10-W10 a deadline counts only the office hours of school days', async () => {
    expect(await due('2025-09-10T09:00', 4)).toBe('2025-09-10T13:00')
    expect(await due('2025-09-10T15:30', 4)).toBe('2025-09-11T10:00')
    expect(await due('2025-09-10T06:00', 1)).toBe('2025-09-10T09:00')
    expect(await due('2025-09-10T20:00', 1)).toBe('2025-09-11T09:00')
    expect(await due('2025-09-12T17:00', 1)).toBe('2025-09-15T08:30')
    expect(await due('2025-09-13T12:00', 9.5)).toBe('2025-09-15T17:30')
  })
  it('10-W10 holidays do not count, weekends that are worked do', async () => {
    expect(await due('2025-09-30T16:30', 2)).toBe('2025-10-09T09:00')
    expect(await due('2025-09-26T17:00', 1)).toBe('2025-09-28T08:30')
    expect(await due('2025-10-10T17:00', 1)).toBe('2025-10-11T08:30')
    expect(await due('2025-10-11T17:00', 1)).toBe('2025-10-13T08:30')
  })
  it('10-W10 a vacation does not count, and outside every school year Monday to Friday does', async () => {
    expect(await due('2026-01-16T17:00', 1)).toBe('2026-08-31T08:30')
    expect(await due('2024-05-03T17:00', 1)).toBe('2024-05-06T08:30')
  })
  it('10-W10 clock time counts every hour', async () => {
    expect((await dueAt(s.db, at('2025-10-01T20:00'), { hours: 24, workingTime: false })).toISOString()).toBe(at('2025-10-02T20:00').toISOString())
  })
  it('10-W10 what was spent is counted the same way as what is due', async () => {
    expect(await workMinutes(s.db, at('2025-09-10T15:30'), at('2025-09-11T10:00'))).toBe(240)
    expect(await workMinutes(s.db, at('2025-09-30T16:30'), at('2025-10-09T09:00'))).toBe(120)
    expect(await workMinutes(s.db, at('2025-10-03T09:00'), at('2025-10-03T17:00'))).toBe(0)
    expect(await workMinutes(s.db, at('2025-09-11T10:00'), at('2025-09-10T15:30'))).toBe(0)
    expect(
      await workMinutesOf(s.db, [
        [at('2025-09-10T08:00'), at('2025-09-10T17:30')],
        [at('2025-09-26T12:00'), at('2025-09-29T12:00')],
      ]),
    ).toEqual([570, 1140])
  })
  it('10-W10 many spans at once are counted as each by itself, from whatever hour of whatever day', async () => {
    const spans = Array.from(
      { length: 40 },
      (_, n) => [at('2025-09-20T00:00'), at('2025-09-20T00:00')].map((from, i) => new Date(from.getTime() + (n * 7 + i * n * 5) * 3_900_000)) as [Date, Date],
    )
    const alone = await Promise.all(spans.map(([from, to]) => workMinutes(s.db, from, to)))
    expect(await workMinutesOf(s.db, spans)).toEqual(alone)
    expect(new Set(alone).size).toBeGreaterThan(10)
  })
  it('10-W10 a day that becomes a holiday moves what is due after it, on the task and on the todo', async () => {
    const officer = await s.as({ roles: ['officer'] })
    const graph = line(asks('a', { by: 'role', role: 'officer' }, { timeout: { hours: 4, workingTime: true } }), asks('b', { by: 'role', role: 'officer' }))
    flowSubject({ processType: 'made', label: '外出申请', entity: { name: 'sampleTrip' }, form: [], initial: { code: 'made', name: '流程', graph } })
    const versionId = (await s.db.unscoped(processVersion).find({ defId: await makeFlow(s.db, { processType: 'made', code: 'made', name: '流程', graph }) }))?.id
    const version = await s.db.unscoped(processVersion).one(versionId ?? '')
    const open = async (arrived: string, dueTime: string): Promise<string> => {
      const id = await startCase(s.db, version, { at: 'a', applicantId: officer.userId, task: { arrivedAt: at(arrived).toISOString(), dueAt: at(dueTime).toISOString() } })
      // as applications do: next to their row
      const { bizId } = await s.db.unscoped(processInstance).one(id)
      await openTodos(s.db, [{ userId: officer.userId, kind: 'approval', title: '外出', bizType: 'sampleTrip', bizId, link: '/', dueAt: at(dueTime).toISOString() }])
      return id
    }
    const [crossing, before] = [await open('2025-11-05T15:30', '2025-11-06T10:00'), await open('2025-11-05T09:00', '2025-11-05T13:00')]
    const answer = await officer.post('base/schoolCalendarItem/change', { days: [{ date: '2025-11-06', dayType: 'holiday' }], reason: '校庆放假' })
    expect(answer.msg).toBe('成功')
    await s.server.settle()
    const [moved, stays] = await Promise.all([crossing, before].map(id => s.db.unscoped(processTask).find({ instanceId: id })))
    expect([new Date(moved?.dueAt ?? ''), new Date(stays?.dueAt ?? '')]).toEqual([at('2025-11-07T10:00'), at('2025-11-05T13:00')])
    const todos = await s.db.query<{ id: string; due: string }>(
      sql`select i.id, d.due_at as due from todo d join process_instance i on i.biz_id = d.biz_id where d.user_id = ${officer.userId}`,
    )
    expect(Object.fromEntries(todos.map(t => [t.id, new Date(t.due).toISOString()]))).toEqual({
      [crossing]: at('2025-11-07T10:00').toISOString(),
      [before]: at('2025-11-05T13:00').toISOString(),
    })
  })
  it('10-W10 the school sets its office hours; hours that make no sense are not taken', async () => {
    const set = async (content: Record<string, string>): Promise<void> => {
      await s.db.query(sql`insert into base_params (tenant_id, params_id, version, content) select ${s.tenantId}, 'workflow', coalesce(max(version), 0) + 1, ${JSON.stringify(content)}::jsonb
        from base_params where tenant_id = ${s.tenantId} and params_id = 'workflow'`)
      s.server.core.cache.drop(s.tenantId, 'baseParams')
    }
    await set({ workFrom: '09:00', workTo: '16:00' })
    expect(await due('2025-09-10T15:30', 1)).toBe('2025-09-11T09:30')
    await set({ workFrom: '18:00', workTo: '07:00' })
    expect(await due('2025-09-10T15:30', 1)).toBe('2025-09-10T16:30')
    await set({ workFrom: 'later' })
    expect(await due('2025-09-10T06:00', 1)).toBe('2025-09-10T09:00')
  })
})
