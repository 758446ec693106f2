import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#model/days.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { attentionCase } from './model/attention-case.ts'
import { type AttentionSchool, attentionSchool, CONFIRMED, ok, ruleOf, SECRET } from './testing.ts'

let s: AttentionSchool
beforeAll(async () => {
  s = await attentionSchool()
})
afterAll(() => s.close())
const CASE = 'mentalHealth/attentionCase'
const row = (id: string) => s.db.unscoped(attentionCase).one(id)
const review = (who: Actor, id: string, to: 'lower' | 'close') => who.post(`${CASE}/review`, { id, to })
const aged = (id: string, days: number) => s.db.query(sql`update attention_case set level_since = now() - make_interval(days => ${days}) where id = ${id}`)
const note = (who: Actor, id: string, nextOn: string | null) =>
  who.post(`${CASE}/followUp`, { id, at: new Date().toISOString(), way: 'face', layer: 'ml1', content: '见过面，状态平稳', nextOn })

it('50-MH5 one level down at a time, by psychologist and college; levels 1 and 2 close after 30 days and without an open follow-up', async () => {
  const { psy, second, college, fdy, officer, admin } = s.people
  const id = await s.severe({ level: '2' })
  for (const who of [fdy, admin]) expect((await review(who, id, 'lower')).code).toBe(404)
  expect((await review(officer, id, 'lower')).code).toBe(403)
  expect(ruleOf(await review(psy, id, 'close'))).toBe('early')
  expect(ruleOf(await note(psy, id, null))).toBe('ongoing')
  await aged(id, 31)
  expect(ruleOf(await review(psy, id, 'close'))).toBe('followUpOpen')
  // one side alone changes nothing, nor twice; what the sides mean must be the same
  const twice = await Promise.all([psy, second].map(who => review(who, id, 'lower')))
  expect(twice.map(a => a.code).toSorted()).toEqual([200, 422])
  expect(await row(id)).toMatchObject({ level: '2', state: 'open' })
  expect(ruleOf(await review(college, id, 'close'))).toBe('otherReview')
  ok(await review(college, id, 'lower'))
  expect(await row(id)).toMatchObject({ level: '3', state: 'open', reviewTo: null })
  ok(await review(college, id, 'lower'))
  ok(await review(psy, id, 'lower'))
  expect((await row(id)).level).toBe('4')
  expect(ruleOf(await review(psy, id, 'lower'))).toBe('lowest')
  // up at any time; a severe level waits for the centre, and is no way round the review
  expect(ruleOf(await fdy.post(`${CASE}/raise`, { id, level: '4' }))).toBe('notUp')
  ok(await fdy.post(`${CASE}/raise`, { id, level: '3' }))
  expect(await row(id)).toMatchObject({ level: '3', state: 'open' })
  ok(await fdy.post(`${CASE}/raise`, { id, level: '1' }))
  expect(await row(id)).toMatchObject({ level: '1', state: 'proposed', nextFollowUpOn: addDays(today(), 1) })
  expect(ruleOf(await psy.post(`${CASE}/dismiss`, { id, reason: '不像' }))).toBe('begun')
  ok(await note(fdy, id, today()))
  ok(await psy.post(`${CASE}/confirmSevere`, { ...CONFIRMED, id, level: '1', assessment: SECRET, ownerId: psy.userId, backupId: second.userId, until: addDays(today(), 60) }))
  expect(ruleOf(await review(psy, id, 'close'))).toBe('early')
  await aged(id, 30)
  ok(await note(psy, id, null))
  ok(await review(psy, id, 'close'))
  expect((await row(id)).state).toBe('open')
  ok(await review(college, id, 'close'))
  expect((await row(id)).state).toBe('closed')
  expect((await review(psy, id, 'close')).code).toBe(422)
})
