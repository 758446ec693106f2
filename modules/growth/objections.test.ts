import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schoolYear, term } from '#modules/campus/model/calendar.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { workMinutes } from '#modules/workflow/flows/server/working-time.ts'
import { today } from '#server/base/today.ts'
import { sql as asOwner } from '#testing/database.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { growthEntry } from './model/entry.ts'
import { growthObjection } from './model/objection.ts'
import { postGrowth } from './server/api.ts'

let s: SmallSchool
let officer: Actor
let organiser: Actor
let league: Actor
const day = (n: number): string => addDays(today(), n)
/** The entry each student objects to. */
const entries = new Map<Actor, string>()
beforeAll(async () => {
  s = await smallSchool()
  await s.db.insert(schoolYear, { xn: '2026-2027', startDate: day(-200), endDate: day(200) })
  await s.db.insert(term, { xn: '2026-2027', xqM: '1', name: '第一学期', week1Start: day(-60), weeks: 20, startDate: day(-60), endDate: day(79), switchDate: day(-67) })
  officer = await s.as({ roles: ['officer'] })
  organiser = await s.as({ roles: ['teacher'] })
  league = await s.as({ roles: ['league'] })
})
afterAll(() => s.close())
const ruleOf = (answer: Answer<unknown>): string | undefined => answer.errors[0]?.rule.split('.').at(-1)
async function student(): Promise<Actor> {
  const studentId = (await officer.post<{ id: string }>('base/student/add', draftOf(s.ids.s2301))).data.id
  const [id = ''] = await postGrowth(s.db, [
    {
      studentId,
      category: 'volunteer',
      title: '迎新志愿服务',
      hours: 5,
      points: 1,
      bizDate: today(),
      sourceType: 'test',
      sourceId: crypto.randomUUID(),
      confirmerId: organiser.userId,
    },
  ])
  const me = await selfOf(s, studentId)
  entries.set(me, id)
  return me
}
const form = (who: Actor) => ({ entryId: entries.get(who), hours: 8, points: 2, labourHours: 0, grounds: '当天从早上八点做到下午五点' })
async function decide(who: Actor, verb: string, instanceId: string | null, opinion = '与名单一致'): Promise<Answer<unknown>> {
  const { data } = await who.get<{ result: Array<{ instanceId: string; taskId: string }> }>('workflow/processTask/mine', { tab: 'todo', size: 100 })
  return who.post(`workflow/processTask/${verb}`, { taskId: data.result.find(c => c.instanceId === instanceId)?.taskId, opinion })
}
describe('an objection', () => {
  expectApplication({ of: growthObjection, path: 'growth/growthObjection', taken: ['running'], files: 'proofs', isListed: false }, () => ({
    db: s.db,
    applicants: async () => [await student(), await student()],
    form,
    again: () => ({ hours: 7, points: 2, labourHours: 0, grounds: '做到下午四点' }),
    approvers: [organiser, league],
  }))
  it('60-GL3 is decided by the organiser, then by the youth league; upheld, it reverses the entry and posts what should be there', async () => {
    const me = await student()
    const { instanceId } = (await me.post<{ instanceId: string }>('growth/growthObjection/apply', form(me))).data
    const mine = async () => (await me.get<{ entries: object[] }>('growth/growthEntry/mine')).data.entries
    expect(await mine()).toMatchObject([{ objectUntil: null, objection: 'pending' }])
    expect((await decide(league, 'approve', instanceId)).code).not.toBe(200)
    expect((await decide(organiser, 'approve', instanceId)).code).toBe(200)
    expect((await decide(league, 'approve', instanceId)).code).toBe(200)
    const rows = await s.db.unscoped(growthEntry).all({ studentId: (await s.db.unscoped(growthEntry).one(entries.get(me) ?? '')).studentId }, { sort: ['entryNo'] })
    expect(rows.map(r => [r.hours, r.countedHours, r.points, r.sourceType])).toEqual([
      [5, 0, 1, 'test'],
      [-5, 0, -1, 'reversal'],
      [8, 8, 2, 'growthObjection'],
    ])
    expect(await mine()).toContainEqual(expect.objectContaining({ hours: 8, confirmer: expect.any(String), objectUntil: day(30) }))
  })
  it('60-GL3 has three working days for the organiser, then five for the youth league', async () => {
    const me = await student()
    const { instanceId } = (await me.post<{ instanceId: string }>('growth/growthObjection/apply', form(me))).data
    const left = async () => {
      const [task] = await s.db.query<{ from: Date; to: Date }>(
        sql`select arrived_at as "from", due_at as "to" from process_task where instance_id = ${instanceId} and state = 'todo'`,
      )
      return task && (await workMinutes(s.db, new Date(task.from), new Date(task.to)))
    }
    const organisers = await left()
    await decide(organiser, 'approve', instanceId)
    expect([organisers, await left()]).toEqual([3 * 9.5 * 60, 5 * 9.5 * 60])
  })
  it('60-GL3 only takes back what should not be there at all, and leaves what is dismissed', async () => {
    const [gone, kept] = [await student(), await student()]
    const objected = async (who: Actor) => (await who.post<{ instanceId: string }>('growth/growthObjection/apply', { ...form(who), hours: 0, points: 0 })).data.instanceId
    const [one, two] = [await objected(gone), await objected(kept)]
    for (const who of [organiser, league]) await decide(who, 'approve', one)
    await decide(organiser, 'reject', two)
    const ledger = async (who: Actor) => (await who.get<{ entries: object[] }>('growth/growthEntry/mine')).data.entries
    expect(await ledger(gone)).toMatchObject([{ isReversed: true, countedHours: 0 }])
    expect(await ledger(kept)).toMatchObject([{ isReversed: false, countedHours: 5, objection: 'rejected' }])
  })
  it('60-GL3 is one’s own, says something else than the entry, and comes within thirty days', async () => {
    const [me, other] = [await student(), await student()]
    expect((await me.post('growth/growthObjection/apply', { ...form(me), entryId: entries.get(other) })).code).toBe(404)
    expect(ruleOf(await me.post('growth/growthObjection/apply', { ...form(me), hours: 5, points: 1 }))).toBe('same')
    await officer.post('growth/growthEntry/reverse', { id: entries.get(me), reason: '名单有误' })
    expect(ruleOf(await me.post('growth/growthObjection/apply', form(me)))).toBe('reversed')
    await asOwner(s.server.core.url, `update growth_entry set created_at = created_at - interval '31 days' where id = '${entries.get(other)}'`)
    expect(ruleOf(await other.post('growth/growthObjection/apply', form(other)))).toBe('late')
    expect((await other.get<{ entries: object[] }>('growth/growthEntry/mine')).data.entries).toMatchObject([{ objectUntil: null }])
  })
})
