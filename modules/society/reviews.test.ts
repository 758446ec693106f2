import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setParams } from '#modules/message/testing.ts'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import { today } from '#server/base/today.ts'
import { societyFundDraft } from './model/fund.ts'
import { societyReview } from './model/review.ts'
import { societyRating } from './model/review-rating.ts'
import { societyReviewRound } from './model/review-round.ts'
import { totalOf, USUAL_WEIGHTS } from './model/review-scores.ts'
import { society } from './model/society.ts'
import { countedReview, heldBy, inHours, ok, openReview, type Pupil, period, reviewOf, ruleOf, type SocietySchool, societySchool } from './testing.ts'
import { type Group, REPORT, type Reviewing, reviewing, type Shown } from './testing-reviews.ts'

let s: SocietySchool
let r: Reviewing
beforeAll(async () => {
  s = await societySchool()
  r = reviewing(s)
  await setParams(s, 'society', { reviewMembers: 4, ratersLeast: 3 })
})
afterAll(() => s.close())
const scored = (of: { scores: Shown['scores'] | null }) => Object.fromEntries((of.scores ?? []).map(x => [x.item, x.score]))

describe('60-SO10 the yearly review', () => {
  it('60-SO10 weights are of different items and make 100', async () => {
    const draft = { name: '年审', beginTime: inHours(-1), endTime: inHours(9), audience: { roles: ['student'] }, ...period() }
    const add = (weights: unknown, more = {}) => s.league.post('society/societyReviewRound/add', { ...draft, weights, ...more })
    expect(USUAL_WEIGHTS.map(w => w.weight)).toEqual([20, 30, 20, 10, 10, 10])
    expect(ruleOf(await add([{ item: 'activities', weight: 90 }]))).toBe('weights')
    expect(
      ruleOf(
        await add([
          { item: 'activities', weight: 50 },
          { item: 'activities', weight: 50 },
        ]),
      ),
    ).toBe('twice')
    expect(ruleOf(await add(USUAL_WEIGHTS, { periodFrom: today(), periodTo: '2020-01-01' }))).toBe('period')
    expect((await s.college.post('society/societyReviewRound/add', { ...draft, weights: USUAL_WEIGHTS })).code).toBe(403)
  })
  it('60-SO10 figures come from records: nobody types them, and an item without any does not count', async () => {
    const { id, members } = await r.group()
    const [head, deputy, one, two] = members as [Pupil, Pupil, Pupil, Pupil]
    const outsider = await s.pupil()
    await heldBy(s, id, 3, [head, one, outsider])
    await heldBy(s, id, 1, [head])
    await s.db.query(sql`update activity set state = 'approved' where id = (select id from activity where society_id = ${id} order by created_at desc limit 1)`)
    await r.guided(id, 5)
    const draft = { societyId: id, kind: 'sponsorship' as const, amount: 100, about: '赞助', happenedOn: today(), vouchers: [], makerId: s.league.userId }
    await s.db.insertMany(societyFundDraft, [
      { ...draft, state: 'posted' },
      { ...draft, state: 'asked' },
    ])
    const round = await openReview(s)
    expect(ruleOf(await r.rate(outsider, round, id, 1))).toBe('notMember')
    for (const who of [head, deputy]) ok(await r.rate(who, round, id, 5))
    const now = (await r.mine(head)).reviews[0] as Shown
    expect(scored(now)).toEqual({ organisation: 75, activities: 37.5, participation: 50, finance: 50, guidance: 25, satisfaction: null })
    expect([now.total, now.faults, now.place, now.isOpen]).toEqual([totalOf(now.scores as never), ['fewActivities', 'noReport'], null, true])
    expect(now.total).toBe(Math.round(((75 * 20 + 37.5 * 30 + 50 * 20 + 50 * 10 + 25 * 10) / 90) * 100) / 100)
    ok(await r.rate(one, round, id, 2))
    ok(await r.rate(one, round, id, 2))
    // a mean that moves with each rating would tell the last one
    expect(scored((await r.mine(head)).reviews[0] as Shown)).toEqual(scored(now))
    expect(await s.db.unscoped(societyRating).count({ roundId: round })).toBe(3)
    const [own, other] = [(await r.mine(one)).ratings, (await r.mine(two)).ratings]
    expect([own.map(r => r.stars), other.map(r => r.stars)]).toEqual([[2], [null]])
    expect((await r.mine(two)).reviews).toEqual([])
    await countedReview(s, round)
    const row = await reviewOf(s, round, id)
    expect(row).toMatchObject({ members: 4, activities: 3, participants: 2, hours: 5, openDrafts: 1, raters: 3, studentId: head.id, state: 'pending', grade: 'fail' })
    expect((row as { scores: Array<{ item: string; score: number | null }> }).scores).toContainEqual(expect.objectContaining({ score: 80 }))
    expect(ruleOf(await r.rate(two, round, id, 5))).toBe('rateClosed')
    expect(ruleOf(await r.act('count', round))).toBe('counted')
    expect((await s.league.post('society/societyReviewRound/extend', { id: round, endTime: inHours(40), reason: '再开放' })).code).toBe(422)
  })
  it('60-SO10 too few members or activities, no hours or no report propose fail; who has all is graded by the total', async () => {
    const full = await r.group()
    await heldBy(s, full.id, 8, full.members)
    await r.guided(full.id, 6)
    const [few, idle, unguided, silent] = [await s.society(), await r.group(), await r.group(), await r.group()]
    const lone = await s.pupil()
    await s.enter(few, lone, 'head')
    for (const id of [few, unguided.id, silent.id]) await heldBy(s, id, 4)
    for (const id of [few, idle.id, silent.id]) await r.guided(id, 4)
    const empty = await s.society()
    await r.alone(full.id, few, idle.id, unguided.id, silent.id, empty)
    const round = await openReview(s)
    for (const [who, id] of [
      [full.head, full.id],
      [lone, few],
      [idle.head, idle.id],
      [unguided.head, unguided.id],
    ] as const)
      ok(await r.report(who, round, id))
    expect(ruleOf(await r.report(full.members[2] as Pupil, round, full.id))).toBe('notFound')
    await countedReview(s, round)
    const faults = async (id: string) => (await reviewOf(s, round, id)).faults
    expect(await Promise.all([few, idle.id, unguided.id, silent.id].map(faults))).toEqual([['fewMembers'], ['fewActivities'], ['noHours'], ['noReport']])
    const best = await reviewOf(s, round, full.id)
    expect([best.grade, best.faults, best.place]).toEqual(['good', [], 1])
    // nobody is left who could be asked: no case, and it has failed
    expect(await reviewOf(s, round, empty)).toMatchObject({ studentId: null, state: 'approved', grade: 'fail' })
    expect(await s.db.query(sql`select 1 from process_instance where biz_type = 'societyReview' and biz_id = ${(await reviewOf(s, round, empty)).id}`)).toHaveLength(0)
  })
})
describe('60-SO10 a review is a round', () => {
  let one: Group
  beforeAll(async () => {
    await s.db.updateWhere(society, { state: 'dissolved' }, { stateNote: '只审一个' })
    one = await r.group()
  })
  expectRound({ of: societyReviewRound, path: 'society/societyReviewRound' }, () => ({
    school: s,
    publisher: s.league,
    draft: window => ({ ...window, audience: { roles: ['student'] }, ...period(), weights: USUAL_WEIGHTS }),
    async take(id) {
      const row = await s.db.unscoped(societyReview).find({ roundId: id, societyId: one.id })
      return one.head.actor.post('society/societyReview/report', { id: row?.id ?? id, selfText: REPORT })
    },
  }))
})
