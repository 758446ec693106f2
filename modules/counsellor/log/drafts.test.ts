import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#model/days.ts'
import { schoolDate, schoolInstant } from '#model/school-time.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import type { myWork, workStatistics } from './model/actions.ts'
import { workLog } from './model/work-log.ts'
import { type LogSchool, logSchool, ok, ruleOf } from './testing.ts'

let s: LogSchool
beforeAll(async () => {
  s = await logSchool()
})
afterAll(() => s.close())
const stored = (id: string) => s.db.unscoped(workLog).one(id)
const clear = () => s.db.query(sql`delete from work_log`)
const mine = async (who: Actor = s.fdy) => ok(await who.get<OutputOf<typeof myWork>>('counsellor/workLog/mine'))
const pupil = (n: number): string => s.pupils[n] as string

describe('drafts', () => {
  const told = async (event: string, payload: Record<string, unknown>) => {
    await s.db.tx(db => db.emit(event, payload))
    await s.server.settle()
  }
  const contact = (more = {}) => ({ studentId: pupil(0), kind: 'call', reason: 'health', at: s.ago(100), byId: s.fdy.userId, bizType: 'homeContact', bizId: 'c1', ...more })
  it('50-CW3 a contact with a family is a draft of whoever had it, once, however often it is told or left out; why stays with the contact', async () => {
    await clear()
    await told('family.contacted', contact())
    await told('family.contacted', contact())
    const { drafts } = await mine()
    expect(drafts).toMatchObject([{ kind: 'homeContact', people: '周雨桐', content: '与家长通电话' }])
    const id = drafts[0]?.id ?? ''
    expect((await s.he.post('counsellor/workLog/discardDrafts', { ids: [id] })).code).toBe(404)
    // a draft is no work yet
    expect(ok(await s.fdy.get<OutputOf<typeof workStatistics>>('counsellor/workLog/statistics', { from: addDays(today(), -5), to: today() })).logs).toBe(0)
    ok(await s.fdy.post('counsellor/workLog/discardDrafts', { ids: [id] }))
    await told('family.contacted', contact())
    expect((await mine()).drafts).toEqual([])
    expect(ruleOf(await s.fdy.post('counsellor/workLog/confirmDrafts', { ids: [id] }))).toBe('state')
    // letters are no work of a counsellor, nor is a call of somebody else
    await told('family.contacted', contact({ kind: 'letter', bizId: 'c2' }))
    await told('family.contacted', contact({ byId: s.officer.userId, bizId: 'c3' }))
    await told('family.contacted', contact({ studentId: s.other, bizId: 'c4' }))
    expect((await mine()).drafts).toEqual([])
  })
  it('50-CW3 facts told together are a draft each, those told twice one; one told without its time is none', async () => {
    await clear()
    await s.db.tx(db => db.emitMany('family.contacted', [contact(), contact(), contact({ studentId: pupil(1), bizId: 'c5' }), contact({ bizId: 'c6', at: undefined })]))
    await s.server.settle()
    expect((await mine()).drafts.map(d => d?.people).sort()).toEqual(['周雨桐', '陈一诺'])
    await clear()
  })
  it('50-CW3 of five who confirm at once one does, and a late draft is marked', async () => {
    await told('family.contacted', contact({ kind: 'visit', bizId: 'late', at: schoolInstant(addDays(today(), -9), '10:00') }))
    const ids = (await mine()).drafts.map(d => d?.id ?? '')
    const answers = await Promise.all(Array.from({ length: 5 }, () => s.fdy.post('counsellor/workLog/confirmDrafts', { ids })))
    expect(answers.filter(a => a.code === 200)).toHaveLength(1)
    expect(await stored(ids[0] ?? '')).toMatchObject({ state: 'submitted', kind: 'homeVisit', isLate: true, source: 'auto' })
  })
  it('50-CW3 so are class meetings with sign-in and leaves of several days', async () => {
    await clear()
    const meeting = { occurrenceId: 'o1', kind: 'meeting', name: '安全教育', teacherId: s.ids.lin, opensAt: s.ago(2000), date: schoolDate(s.ago(2000)) }
    await told('signIn.occurrenceSettled', meeting)
    await told('signIn.occurrenceSettled', { ...meeting, isRepeat: true })
    await told('signIn.occurrenceSettled', { ...meeting, occurrenceId: 'o2', kind: 'dorm' })
    const leave = (days: number, leaveId: string) => told('leave.approved', { studentId: pupil(1), leaveId, from: s.ago(0), to: s.ago(-days * 1440) })
    await leave(2, 'l1')
    await leave(3, 'l2')
    const { drafts } = await mine()
    expect(drafts.map(d => [d?.kind, d?.people]).sort()).toEqual([
      ['classMeeting', null],
      ['talk', '陈一诺'],
    ])
    expect((await mine(s.he)).drafts).toEqual([])
  })
  it('50-CW3 whoever is to talk again reads it that day, until they have', async () => {
    await clear()
    const { id } = ok(await s.log({ followUpOn: today() }))
    ok(await s.log({ followUpOn: addDays(today(), 1) }))
    expect((await mine()).followUps.map(f => f?.id)).toEqual([id])
    expect((await s.he.post('counsellor/workLog/followedUp', { id })).code).toBe(404)
    ok(await s.fdy.post('counsellor/workLog/followedUp', { id }))
    expect((await mine()).followUps).toEqual([])
  })
})
