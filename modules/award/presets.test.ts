import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Facts, holds } from '#flow/index.ts'
import { awardItem } from './items/model/award-item.ts'
import { type AwardSchool, awardSchool } from './testing.ts'

let s: AwardSchool
beforeAll(async () => {
  s = await awardSchool()
})
afterAll(() => s.close())
const preset = async (code: string) => {
  const item = await s.db.unscoped(awardItem).find({ code })
  if (!item) throw new Error(`a new school has no item ${code}`)
  return item
}
/** Just good enough for everything. */
const GOOD: Facts = {
  ...{ 'student.status': 'active', 'award.studyYear': 2, 'hardship.isRecognised': true, 'discipline.barsAwards': false, 'application.outstanding': false },
  ...{ 'cqa.studyRankShare': 10, 'cqa.rankShare': 10, 'cqa.failed': 0 },
}
const fits = async (code: string, facts: Facts): Promise<boolean> => ((await preset(code)).conditions ?? []).every(c => holds(c.when, { ...GOOD, ...facts }))

it('40-A5 the national scholarship of a new school is for the second year up and the first 10 % of both ranks, to 30 % with an outstanding achievement', async () => {
  const proved = { 'application.outstanding': true }
  expect(await fits('GJ', {})).toBe(true)
  for (const rank of ['cqa.studyRankShare', 'cqa.rankShare'])
    expect([await fits('GJ', { [rank]: 10.01 }), await fits('GJ', { [rank]: 30, ...proved }), await fits('GJ', { [rank]: 30.01, ...proved })]).toEqual([false, true, false])
  for (const facts of [{ 'award.studyYear': 1 }, { 'cqa.failed': 1 }, { 'discipline.barsAwards': true }, { 'student.status': 'suspended' }])
    expect(await fits('GJ', facts)).toBe(false)
})
it('40-A5 the inspirational one is for the second year up with recognised difficulty and good results; 40-A4 of both in one year the higher is kept', async () => {
  expect([await fits('LZ', {}), await fits('LZ', { 'cqa.studyRankShare': 50 })]).toEqual([true, true])
  for (const facts of [{ 'award.studyYear': 1 }, { 'hardship.isRecognised': false }, { 'cqa.studyRankShare': 50.01 }, { 'cqa.failed': 1 }])
    expect(await fits('LZ', facts)).toBe(false)
  expect((await preset('LZ')).exclusions).toEqual([{ itemId: (await preset('GJ')).id, within: 'year', rule: 'keepHigher' }])
})
