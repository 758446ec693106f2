import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { growthEntry } from '#modules/growth/model/entry.ts'
import type { Actor } from '#testing/school.ts'
import { activityEnrolment } from './model/enrolment.ts'
import { type ActivitySchool, activitySchool, inHours, moved, ok, ruleOf } from './testing.ts'

let s: ActivitySchool
beforeAll(async () => {
  s = await activitySchool()
})
afterAll(() => s.close())
const settle = (id: string) => s.head.actor.post('activity/activity/settle', { id })
const entries = async (id: string) => {
  const rows = await s.db.unscoped(activityEnrolment).all({ activityId: id })
  return s.db.unscoped(growthEntry).all({ sourceType: 'activityEnrolment', sourceId: rows.map(r => r.id) }, { sort: ['entryNo'] })
}
describe('absences', () => {
  it('60-AT9 three absences of the term keep somebody from enrolling, and the refusal names them', async () => {
    const who = await s.newStudent(s.ids.s2301, '常缺席')
    for (const title of ['缺一', '缺二', '缺三']) {
      const id = await s.activity({ title })
      ok(await s.enrol(who.actor, id))
      if (title === '缺三') expect((await s.enrolled(id, who)).state).toBe('admitted')
      await moved(s, id, inHours(-3))
      ok(await settle(id))
      expect((await s.enrolled(id, who)).state).toBe('absent')
    }
    const next = await s.activity({ title: '第四个' })
    const refused = await s.enrol(who.actor, next)
    expect([ruleOf(refused), refused.errors[0]?.values]).toMatchObject(['barred', { count: 3 }])
    for (const title of ['缺一', '缺二', '缺三']) expect(refused.msg).toContain(title)
    // they are over some time after the last
    await s.db.query(sql`update activity set start_at = start_at - interval '31 days', end_at = end_at - interval '31 days' where title like '缺_'`)
    ok(await s.enrol(who.actor, next))
  })
  it('60-AT9 an absence is objected to once; granted it bars no more and what is owed is posted, refused it stays', async () => {
    const who = await s.newStudent(s.ids.s2301, '有异议')
    const missed: string[] = []
    for (const title of ['异一', '异二', '异三']) {
      const id = await s.activity({ title })
      ok(await s.enrol(who.actor, id))
      await moved(s, id, inHours(-3))
      missed.push(id)
    }
    const [first = '', second = '', third = ''] = missed
    const rowOf = (id: string) => s.enrolled(id, who)
    const object = async (id: string, by = who.actor) => by.post('activity/activityEnrolment/object', { id: (await rowOf(id)).id, reason: '当时在场，手机没电' })
    const decide = async (id: string, outcome: string, by: Actor = s.head.actor) =>
      by.post('activity/activityEnrolment/decide', { id: (await rowOf(id)).id, outcome, reply: '查过名单' })
    for (const id of [first, second]) ok(await settle(id))
    // an absence that is marked before the settling is nobody's to object to yet
    ok(await s.head.actor.post('activity/activityEnrolment/mark', { id: (await rowOf(third)).id, outcome: 'absent', reason: '现场点名' }))
    expect(ruleOf(await object(third))).toBe('notSettled')
    ok(await settle(third))
    const next = await s.activity({ title: '异四' })
    expect(ruleOf(await s.enrol(who.actor, next))).toBe('barred')
    // others do not find it, twice at once is once
    expect((await object(first, s.pupil(0).actor)).code).toBe(404)
    expect((await Promise.all([object(first), object(first)])).map(a => a.code).toSorted()).toEqual([200, 422])
    expect(ruleOf(await object(first))).toBe('objected')
    expect(ruleOf(await s.enrol(who.actor, next))).toBe('barred')
    await s.server.settle()
    expect(JSON.stringify(ok(await s.head.actor.get('base/message/mine', {})))).toContain('有异议申诉“异一”的缺勤')
    // whoever runs it reads the reason and decides, once; the student does not
    const roster = ok(
      await s.head.actor.get<{ people: Array<{ objectionReason: string | null; abilities: { decide: boolean } }> }>('activity/activityEnrolment/roster', { activityId: first }),
    )
    expect(roster.people).toMatchObject([{ objectionReason: '当时在场，手机没电', abilities: { decide: true } }])
    expect((await decide(first, 'present', who.actor)).code).toBe(404)
    expect((await decide(first, 'present', s.pupil(0).actor)).code).toBe(404)
    expect((await Promise.all([decide(first, 'present'), decide(first, 'present', s.league)])).map(a => a.code).toSorted()).toEqual([200, 422])
    expect(ruleOf(await decide(first, 'absent'))).toBe('noObjection')
    expect(await rowOf(first)).toMatchObject({ state: 'present', objection: 'granted', objectionReply: '查过名单', hours: 2 })
    expect((await entries(first)).map(e => [e.studentId, e.hours])).toEqual([[who.id, 2]])
    await s.server.settle()
    expect(JSON.stringify(ok(await who.actor.get('base/message/mine', {})))).toContain('成立')
    // two absences do not bar
    ok(await s.enrol(who.actor, next))
    ok(await object(second))
    ok(await decide(second, 'absent', s.teacher))
    expect(await rowOf(second)).toMatchObject({ state: 'absent', objection: 'refused' })
    expect([ruleOf(await object(second)), await entries(second)]).toEqual(['objected', []])
    const own = ok(await who.actor.get<Array<{ activityId: string; mayObject: boolean; objection: string | null }>>('activity/activityEnrolment/mine'))
    expect(missed.map(id => own.find(o => o.activityId === id))).toMatchObject([
      { mayObject: false, objection: 'granted' },
      { mayObject: false, objection: 'refused' },
      { mayObject: true, objection: null },
    ])
    // not for ever
    await s.db.query(sql`update activity set settled_at = settled_at - interval '31 days' where id = ${third}`)
    expect(ruleOf(await object(third))).toBe('objectionOver')
  })
  it('60-AT9 nobody decides about their own objection: it goes to the league', async () => {
    const id = await s.activity({ title: '社长缺席' })
    ok(await s.enrol(s.head.actor, id))
    await moved(s, id, inHours(-3))
    ok(await settle(id))
    const own = { id: (await s.enrolled(id, s.head)).id }
    ok(await s.head.actor.post('activity/activityEnrolment/object', { ...own, reason: '在场主持' }))
    const answer = { ...own, outcome: 'excused', reply: '确实在场' }
    expect(ruleOf(await s.head.actor.post('activity/activityEnrolment/decide', answer))).toBe('ownObjection')
    await s.server.settle()
    expect(JSON.stringify(ok(await s.league.get('base/message/mine', {})))).toContain('社长申诉“社长缺席”的缺勤')
    ok(await s.league.post('activity/activityEnrolment/decide', answer))
    expect(await s.enrolled(id, s.head)).toMatchObject({ state: 'excused', objection: 'granted' })
  })
})
