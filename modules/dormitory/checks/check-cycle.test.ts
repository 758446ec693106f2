import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mondayOf } from '#model/week.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { rulesOf } from '../places/testing.ts'
import { periodOf } from './model/period.ts'
import { checkTask } from './model/record.ts'
import { checkScheme } from './model/scheme.ts'
import { makeDue } from './server/recurring.ts'
import { type CheckSchool, checkSchool } from './testing.ts'

let s: CheckSchool
beforeAll(async () => {
  s = await checkSchool()
})
afterAll(() => s.close())

const monday = addDays(mondayOf(today()), 7)
const morning = (day: string) => Date.parse(`${day}T06:10:00+08:00`)
const set = async (kind: 'health' | 'safety', patch: Record<string, unknown>, by = s.officer) => {
  const row = await s.db.unscoped(checkScheme).find({ kind })
  return by.post('dorm/checkScheme/update', { id: row?.id, version: row?.version, ...patch })
}
const made = () => s.db.unscoped(checkTask).all({ 'period.ge': '2000-01-01' }, { sort: ['beginTime'] })

describe('tasks of a period (20 §7)', () => {
  it('knows weeks from Monday, months and quarters to their last day', () => {
    expect(periodOf('weekly', '2027-01-03')).toEqual({ from: '2026-12-28', to: '2027-01-03', name: '12月28日当周' })
    expect(periodOf('monthly', '2028-02-29')).toMatchObject({ from: '2028-02-01', to: '2028-02-29', name: '2028年2月' })
    expect(periodOf('quarterly', '2026-12-31')).toMatchObject({ from: '2026-10-01', to: '2026-12-31', name: '2026年第4季度' })
  })
  it('makes one task a week, however many processes strike the hour, and publishes it to its checkers', async () => {
    expect(await makeDue(s.db, morning(monday))).toBe(0)
    expect((await set('health', { isAutomatic: true, checkers: { userIds: [s.manager.userId] } })).code).toBe(200)
    expect((await Promise.all([1, 2, 3].map(() => makeDue(s.db, morning(monday))))).toSorted()).toEqual([0, 0, 1])
    expect(await makeDue(s.db, morning(addDays(monday, 3)))).toBe(0)
    const [task, ...more] = await made()
    expect(more).toEqual([])
    expect(task).toMatchObject({ period: monday, state: 'published', audienceCount: 1, roomCount: 6, xn: '2026-2027', xqM: '1' })
    expect(today(new Date(task?.endTime ?? 0))).toBe(addDays(monday, 6))
    expect(await makeDue(s.db, morning(addDays(monday, 7)))).toBe(1)
  })
  it('makes none outside the terms, and keeps what nobody could be asked for as a draft with the reason, once', async () => {
    expect(await makeDue(s.db, morning(addDays(today(), 90)))).toBe(0)
    expect((await set('safety', { isAutomatic: true, checkers: { roles: ['nobodyHasIt'] } })).code).toBe(200)
    const first = `${addDays(today(), 31).slice(0, 7)}-01`
    const before = (await made()).length
    const days = [first, addDays(first, 1)]
    for (const day of days) await makeDue(s.db, morning(day))
    const drafts = (await made()).filter(t => t.state === 'draft')
    expect(drafts).toMatchObject([{ period: first, stateNote: expect.any(String) }])
    expect((await made()).length).toBeGreaterThan(before)
  })
  it('is set up only with checkers, a cycle and the reach of the whole school', async () => {
    expect(rulesOf(await set('safety', { isAutomatic: true, checkers: null }))).toEqual(['noCheckers'])
    expect(rulesOf(await set('safety', { cycle: 'none' }))).toEqual(['noCycle'])
    expect(rulesOf(await set('safety', { scopeKind: 'sample', samplePercent: null }))).toEqual(['noSample'])
    expect((await set('health', { blind: true }, s.fdy)).code).toBe(403)
  })
})
