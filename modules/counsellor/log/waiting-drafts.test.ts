import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { today } from '#server/base/today.ts'
import type { myWork } from './model/actions.ts'
import { workLog } from './model/work-log.ts'
import { type LogSchool, logSchool, ok } from './testing.ts'

let s: LogSchool
beforeAll(async () => {
  s = await logSchool()
})
afterAll(() => s.close())
beforeEach(() => s.db.query(sql`delete from work_log`))
const told = async (event: string, ...payloads: Array<Record<string, unknown>>) => {
  await s.db.tx(db => db.emitMany(event, payloads))
  await s.server.settle()
}
const ENGLISH = { 'accept-language': 'en' }
const drafts = async (headers = {}) => ok(await s.fdy.get<OutputOf<typeof myWork>>('counsellor/workLog/mine', {}, headers)).drafts.flatMap(d => d ?? [])
const leave = (days: number, more = {}) => ({ studentId: s.pupils[0], leaveId: 'l1', from: s.ago(0), to: s.ago(-days * 1440), ...more })
const night = (result: string, more = {}) => ({ studentId: s.pupils[0], nightDate: addDays(today(), -1), result, before: null, ...more })

it('50-CW3 a leave shortened below its talk, or cancelled, asks for none any more; prolonged it asks again', async () => {
  await told('leave.approved', leave(5))
  expect(await drafts()).toHaveLength(1)
  await told('leave.changed', leave(1))
  expect(await drafts()).toEqual([])
  await told('leave.changed', leave(6))
  expect((await drafts()).map(d => d.content)).toEqual([`请假 ${schoolDate(s.ago(0))} 至 ${schoolDate(s.ago(-6 * 1440))}`])
  await told('leave.changed', leave(6, { isCancelled: true }))
  expect(await drafts()).toEqual([])
})
it('50-CW3 what somebody confirmed or left out stays as they had it, whatever becomes of the leave', async () => {
  await told('leave.approved', leave(5), leave(5, { leaveId: 'l2', studentId: s.pupils[1] }))
  const [one, two] = await drafts()
  ok(await s.fdy.post('counsellor/workLog/confirmDrafts', { ids: [one?.id] }))
  ok(await s.fdy.post('counsellor/workLog/discardDrafts', { ids: [two?.id] }))
  await told('leave.changed', leave(1), leave(9, { leaveId: 'l2', studentId: s.pupils[1] }))
  const rows = await s.db.unscoped(workLog).all()
  expect(rows.map(r => r.state).toSorted()).toEqual(['discarded', 'submitted'])
})
it('50-CW3 a night away asks for a visit of the room, once, and none where it turns out otherwise', async () => {
  await told('dormitory.nightResult', night('absent'), night('absent'), night('late', { studentId: s.pupils[1] }), night('absent', { studentId: s.other }))
  expect((await drafts()).map(d => [d.kind, d.people])).toEqual([['roomVisit', '周雨桐']])
  await told('dormitory.nightResult', night('absent', { nightDate: addDays(today(), -2) }))
  expect(await drafts()).toHaveLength(2)
  await told('dormitory.nightResult', night('present', { before: 'absent' }))
  expect((await drafts()).map(d => d.content)).toEqual([`走访宿舍，了解 ${addDays(today(), -2)} 晚上的情况`])
})
it('a draft speaks the language of its reader, in lists, too, until its author writes words of their own', async () => {
  await told('dormitory.nightResult', night('absent'))
  const [draft] = await drafts(ENGLISH)
  const english = `Visit the room about the night of ${addDays(today(), -1)}`
  expect(draft?.content).toBe(english)
  const listed = async () => ok(await s.fdy.get<{ result: Array<{ content: string; version: number }> }>('counsellor/workLog/list', {}, ENGLISH)).result[0]
  expect((await listed())?.content).toBe(english)
  // sent back as it was read, it is the same sentence
  const update = async (content: string) => ok(await s.fdy.post('counsellor/workLog/update', { id: draft?.id, version: (await listed())?.version, content, minutes: 40 }, ENGLISH))
  await update(english)
  expect((await drafts())[0]?.content).toBe(`走访宿舍，了解 ${addDays(today(), -1)} 晚上的情况`)
  await update('Talked with the whole room')
  expect([(await drafts())[0]?.content, (await drafts(ENGLISH))[0]?.content]).toEqual(['Talked with the whole room', 'Talked with the whole room'])
})
