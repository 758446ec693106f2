import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { setParams } from '#modules/message/testing.ts'
import type { Actor } from '#testing/school.ts'
import { mhResult } from '../screening/model/result.ts'
import { CALM, inHours, ok, ruleOf, type ScreeningSchool, screeningSchool, TIRED } from '../screening/testing.ts'
import type { centreFigures } from './model/figures.ts'

let s: ScreeningSchool
beforeAll(async () => {
  s = await screeningSchool()
})
afterAll(() => s.close())
const ask = (who: Actor = s.psychologist) => who.get<OutputOf<typeof centreFigures>>('mentalHealth/mhScreening/figures')
const figures = async () => ok(await ask())

it('50-MH2 figures are the centre’s alone and of many people: small colleges are merged, with a larger one where they could be subtracted out', async () => {
  const id = await s.published()
  const [a, b, c] = s.pupils
  for (const [who, answers] of [
    [a, TIRED],
    [b, TIRED],
    [c, CALM],
    [s.away, CALM],
  ] as const)
    if (who) ok(await s.answer(who, id, answers))
  const admin = await s.as({ roles: ['admin'], nickName: '管理员' })
  expect(ruleOf(await ask(admin))).toBe('notCentre')
  for (const who of [s.officer, s.college, s.fdy]) expect((await ask(who)).code).toBe(403)
  // fewer than thirty: turnout, and nothing of what was found
  expect((await figures()).screenings).toMatchObject([{ answered: 4, positiveShare: null, contactedShare: null, contactDays: null }])
  expect((await figures()).colleges).toEqual([])
  await setParams(s, 'mentalHealth', { statisticsLeast: 2 })
  const two = await figures()
  expect(two.screenings[0]).toMatchObject({ answered: 4, positiveShare: 50, contactedShare: 0, contactDays: null })
  // one student of another college: shown with the larger one, whose shares would else give theirs away
  expect(two.colleges).toMatchObject([{ answered: 4, positiveShare: 50 }])
  const [found] = await s.db.unscoped(mhResult).all({ screeningId: id, studentId: a?.id ?? '' })
  ok(await s.psychologist.post('mentalHealth/mhInterview/record', { id: found?.id, at: inHours(-0.01), risk: 'none', impression: '谈过，平稳', advice: '不用再约' }))
  expect((await figures()).screenings[0]).toMatchObject({ contactedShare: 50, contactDays: null })
  await setParams(s, 'mentalHealth', { statisticsLeast: 1 })
  expect((await figures()).colleges.map(x => x?.answered).toSorted()).toEqual([1, 3])
  expect(two).toMatchObject({ staff: 1, shortage: 1, openByLevel: [] })
})
