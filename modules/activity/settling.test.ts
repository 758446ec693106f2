import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#model/days.ts'
import { growthEntry } from '#modules/growth/model/entry.ts'
import { signLine } from '#modules/signIn/model/sign-line.ts'
import { signOccurrence, signTask } from '#modules/signIn/model/sign-task.ts'
import { tick } from '#modules/signIn/server/jobs.ts'
import { captureEvents } from '#testing/capture-events.ts'
import type { Actor } from '#testing/school.ts'
import { activityEnrolment } from './model/enrolment.ts'
import { settleDue } from './server/settle.ts'
import { openSignIns } from './server/sign-tasks.ts'
import { type ActivitySchool, activitySchool, inHours, moved, ok, ruleOf } from './testing.ts'

let s: ActivitySchool
beforeAll(async () => {
  s = await activitySchool()
})
afterAll(() => s.close())
interface Settled {
  people: number
  hours: number
}
const settle = (id: string, by: Actor = s.head.actor) => by.post<Settled>('activity/activity/settle', { id })
const mark = async (id: string, n: number, outcome: string, by: Actor = s.head.actor) =>
  by.post('activity/activityEnrolment/mark', { id: (await s.enrolled(id, s.pupil(n))).id, outcome, reason: '现场点名' })
const entries = async (id: string) => {
  const rows = await s.db.unscoped(activityEnrolment).all({ activityId: id })
  return s.db.unscoped(growthEntry).all({ sourceType: 'activityEnrolment', sourceId: rows.map(r => r.id) }, { sort: ['entryNo'] })
}
const occurrenceIn = async (id: string): Promise<string> => (await s.db.unscoped(signOccurrence).find({ taskId: (await s.planned(id)).signTaskId ?? '' }))?.id ?? ''
/** Of an activity whose sign-in is open now, for these pupils. */
async function signing(more: object, ...pupils: readonly number[]): Promise<{ id: string; occurrenceId: string }> {
  const id = await s.activity({ quota: 20, ...more })
  for (const n of pupils) ok(await s.enrol(s.pupil(n).actor, id))
  await moved(s, id, inHours(0.2))
  expect(await openSignIns(s.db)).toBe(1)
  await tick(s.db)
  return { id, occurrenceId: await occurrenceIn(id) }
}
/** The activity and its sign-in lie so many hours back; lines keep their distance from the beginning. */
async function goneBy(id: string, occurrenceId: string, hours: number): Promise<string> {
  const start = new Date(Date.now() - hours * HOUR_MS).toISOString()
  await moved(s, id, start)
  await s.db.updateWhere(
    signOccurrence,
    { id: occurrenceId },
    { opensAt: new Date(Date.parse(start) - HOUR_MS).toISOString(), closesAt: new Date(Date.parse(start) + 2.5 * HOUR_MS).toISOString() },
  )
  await tick(s.db)
  return start
}

describe('attendance', () => {
  it('60-AT7 its sign-in is made once, for those with a seat; from then on nobody enrols or moves up, and its organiser shows the code', async () => {
    const { id, occurrenceId } = await signing({ title: '签到的', quota: 2, waitlist: 5 }, 0, 1, 2)
    expect(await openSignIns(s.db)).toBe(0)
    expect(ruleOf(await s.enrol(s.pupil(3).actor, id))).toBe('notOpen')
    ok(await s.pupil(0).actor.post('activity/activityEnrolment/cancel', { id: (await s.enrolled(id, s.pupil(0))).id }))
    expect((await s.enrolled(id, s.pupil(2))).state).toBe('waiting')
    const shown = ok(await s.head.actor.get<{ number: string }>('signIn/signOccurrence/projector', { occurrenceId }))
    expect(shown.number).toMatch(/^\d{4}$/)
    expect((await s.pupil(1).actor.get('signIn/signOccurrence/projector', { occurrenceId })).code).toBe(404)
    ok(await s.sign(occurrenceId, { number: shown.number }, s.pupil(1).actor))
    expect(ruleOf(await settle(id))).toBe('notOver')
    await s.db.query(sql`update activity set end_at = now() - interval '1 minute', start_at = now() - interval '1 hour' where id = ${id}`)
    const counting = await settle(id)
    expect(ruleOf(counting)).toBe('counting')
  })
  it('60-AT7 60-AT8 who came gets what was announced, who was late half, who was on leave or away nothing; once, whoever presses', async () => {
    const { id, occurrenceId } = await signing({ title: '到场的', hours: 3, points: 2, labourHours: 1, startAt: await s.ahead(4), endAt: await s.ahead(4, 3) }, 0, 1, 2, 3)
    const { number } = await s.number(occurrenceId)
    for (const n of [0, 1]) ok(await s.sign(occurrenceId, { number }, s.pupil(n).actor))
    await s.db.updateWhere(signLine, { occurrenceId, studentId: s.pupil(1).id }, { state: 'late' })
    await s.db.updateWhere(signLine, { occurrenceId, studentId: s.pupil(2).id }, { state: 'excused', excuse: 'leave' })
    await goneBy(id, occurrenceId, 5)
    expect(ok(await s.head.actor.get('activity/activity/settlePreview', { id }))).toEqual({ present: 1, late: 1, absent: 1, excused: 1, hours: 4.5, points: 3 })
    expect((await settle(id, s.pupil(0).actor)).code).toBe(404)
    const heard = captureEvents(s.server, 'activity.settled')
    const both = await Promise.all([settle(id), settle(id, s.teacher)])
    expect(both.map(b => b.code).toSorted()).toEqual([200, 422])
    expect(both.flatMap(b => (b.code === 200 ? [ok(b)] : []))).toEqual([{ people: 2, hours: 4.5 }])
    const of = Object.fromEntries((await entries(id)).map(e => [e.studentId, [e.category, e.title, e.hours, e.points, e.labourHours]]))
    expect(of).toEqual({ [s.pupil(0).id]: ['artsSports', '到场的', 3, 2, 1], [s.pupil(1).id]: ['artsSports', '到场的', 1.5, 1, 0.5] })
    const states = await Promise.all([0, 1, 2, 3].map(async n => (await s.enrolled(id, s.pupil(n))).state))
    expect(states).toEqual(['present', 'late', 'excused', 'absent'])
    await s.server.settle()
    expect(heard.map(h => (h as { studentIds: string[] }).studentIds.length)).toEqual([2])
    expect(JSON.stringify(ok(await s.pupil(3).actor.get('base/message/mine', {})))).toContain('你没有参加“到场的”')
  })
  it('60-AT7 with a sign-out the scanned time counts, in halves downwards, and half of what is left without one', async () => {
    const { id, occurrenceId } = await signing({ title: '签退的', hours: 2, signRule: 'inOut' }, 0, 1, 2)
    const { number } = await s.number(occurrenceId)
    for (const n of [0, 1, 2]) ok(await s.sign(occurrenceId, { number }, s.pupil(n).actor))
    const start = Date.parse(await goneBy(id, occurrenceId, 5))
    const at = (hours: number): string => new Date(start + hours * HOUR_MS).toISOString()
    await s.db.updateWhere(signLine, { occurrenceId }, { signedAt: at(-0.1), state: 'signed' })
    await s.db.updateWhere(signLine, { occurrenceId, studentId: s.pupil(0).id }, { outAt: at(2.2) })
    await s.db.updateWhere(signLine, { occurrenceId, studentId: s.pupil(1).id }, { outAt: at(1.4) })
    ok(await settle(id))
    const hours = await Promise.all([0, 1, 2].map(async n => (await s.enrolled(id, s.pupil(n))).hours))
    expect(hours).toEqual([2, 1, 1])
  })
  it('60-AT7 what the organiser marks stays, whatever the sign-in says; others may not mark, nor before it begins', async () => {
    const { id, occurrenceId } = await signing({ title: '点名的' }, 0, 1)
    expect(ruleOf(await mark(id, 0, 'present'))).toBe('tooEarly')
    await goneBy(id, occurrenceId, 4)
    expect((await mark(id, 0, 'present', s.pupil(0).actor)).code).toBe(404)
    ok(await mark(id, 0, 'present'))
    ok(await mark(id, 1, 'late', s.teacher))
    expect(ok(await settle(id))).toEqual({ people: 2, hours: 3 })
    expect((await s.enrolled(id, s.pupil(0))).note).toBe('现场点名')
    expect(ruleOf(await mark(id, 0, 'absent'))).toBe('state')
  })
  it('60-AT7 a sign-in made up for after the settling is posted, once', async () => {
    const { id, occurrenceId } = await signing({ title: '补签的' }, 0, 1)
    await goneBy(id, occurrenceId, 4)
    expect(ok(await settle(id)).people).toBe(0)
    await s.db.updateWhere(signLine, { occurrenceId, studentId: s.pupil(0).id }, { state: 'madeUp' })
    for (let n = 0; n < 2; n++) {
      await s.db.emit('signIn.occurrenceSettled', { occurrenceId, sourceType: 'activity', sourceId: id })
      await s.server.settle()
    }
    expect((await entries(id)).map(e => [e.studentId, e.hours])).toEqual([[s.pupil(0).id, 2]])
    expect([(await s.enrolled(id, s.pupil(0))).state, (await s.enrolled(id, s.pupil(1))).state]).toEqual(['present', 'absent'])
  })
})
describe('calling off after the sign-in was made', () => {
  it('ends the sign-in, before it opens and while it is open; nobody is absent from it', async () => {
    for (const hours of [0.9, 0.2]) {
      const id = await s.activity({ title: `取消的${hours}`, quota: 20 })
      ok(await s.enrol(s.pupil(0).actor, id))
      await moved(s, id, inHours(hours))
      expect(await openSignIns(s.db)).toBe(1)
      await tick(s.db)
      const occurrenceId = await occurrenceIn(id)
      ok(await s.head.actor.post('activity/activity/callOff', { id, reason: '下大雨' }))
      const task = await s.db.unscoped(signTask).one((await s.planned(id)).signTaskId ?? '')
      const occurrence = await s.db.unscoped(signOccurrence).find({ id: occurrenceId })
      const lines = await s.db.unscoped(signLine).all({ occurrenceId })
      const isOpen = hours < 0.5
      expect([task.state, occurrence?.state, lines.map(l => [l.state, l.reason])]).toEqual(['cancelled', isOpen ? 'closed' : undefined, isOpen ? [['excused', '下大雨']] : []])
    }
  })
})
describe('settling in time', () => {
  it('60-AT8 what nobody settles settles by itself after some days', async () => {
    const { id, occurrenceId } = await signing({ title: '自动结项' }, 0)
    await goneBy(id, occurrenceId, 24)
    ok(await mark(id, 0, 'present'))
    expect(await settleDue(s.db, Date.now() + 40 * HOUR_MS)).toBe(0)
    expect(await settleDue(s.db, Date.now() + 60 * HOUR_MS)).toBe(1)
    expect([(await s.planned(id)).state, (await entries(id)).length]).toEqual(['settled', 1])
  })
  it('60-AT8 an activity unsettled for over seven days keeps its organiser from proposing', async () => {
    const id = await s.activity({ title: '没结项' })
    await moved(s, id, new Date(Date.now() - 8 * DAY_MS).toISOString())
    const refused = await s.propose(s.head.actor)
    expect([ruleOf(refused), refused.errors[0]?.values]).toMatchObject(['unsettled', { title: '没结项', days: 7 }])
    ok(await s.propose(s.teacher, { organiserId: s.ids.info, level: 'college' }))
    ok(await settle(id))
    ok(await s.propose(s.head.actor))
  })
})
