import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setParams } from '#modules/message/testing.ts'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import { today } from '#server/base/today.ts'
import { advisorLog } from './model/advisor-log.ts'
import { societyFundDraft } from './model/fund.ts'
import { societyReview } from './model/review.ts'
import { societyRating } from './model/review-rating.ts'
import { societyReviewRound } from './model/review-round.ts'
import { totalOf, USUAL_WEIGHTS } from './model/review-scores.ts'
import { society } from './model/society.ts'
import { agreeToReview, countedReview, heldBy, inHours, noticesEnd, ok, openReview, type Pupil, period, reviewOf, ruleOf, type SocietySchool, societySchool } from './testing.ts'

let s: SocietySchool
beforeAll(async () => {
  s = await societySchool()
  await setParams(s, 'society', { reviewMembers: 4, ratersLeast: 3 })
})
afterAll(() => s.close())
const REPORT = '今年开展了读书会和讲座，下一年要多请校外的人来。'
interface Group {
  id: string
  head: Pupil
  members: Pupil[]
}
/** A society with a head, a deputy and two members. */
async function group(more = {}): Promise<Group> {
  const id = await s.society(more)
  const [head, deputy, one, two] = [await s.pupil(), await s.pupil(), await s.pupil(), await s.pupil()]
  await s.enter(id, head, 'head')
  await s.enter(id, deputy, 'deputy')
  await s.enter(id, one)
  await s.enter(id, two)
  return { id, head, members: [head, deputy, one, two] }
}
const guided = (societyId: string, hours: number) => s.db.insert(advisorLog, { societyId, teacherId: s.ids.he, date: today(), hours, content: '参加社团活动' })
const report = async (who: Pupil, roundId: string, societyId: string) =>
  who.actor.post('society/societyReview/report', { id: (await reviewOf(s, roundId, societyId)).id, selfText: REPORT })
const rate = async (who: Pupil, roundId: string, societyId: string, stars: number) =>
  who.actor.post('society/societyReview/rate', { id: (await reviewOf(s, roundId, societyId)).id, stars })
interface Shown {
  id: string
  society: string
  place: number | null
  grade: string | null
  star: number | null
  total: number | null
  faults: string[]
  isOpen: boolean
  scores: Array<{ item: string; score: number | null }>
}
interface Mine {
  reviews: Shown[]
  ratings: Array<{ id: string; society: string; stars: number | null }>
}
const mine = async (who: Pupil): Promise<Mine> => ok(await who.actor.get<Mine>('society/societyReview/mine'))
const scored = (of: { scores: Shown['scores'] | null }) => Object.fromEntries((of.scores ?? []).map(x => [x.item, x.score]))
/** Only the societies of one test are reviewed. */
const alone = (...ids: readonly string[]) => s.db.query(sql`update society set state = 'dissolved' where tenant_id = ${s.tenantId} and id <> all(${[...ids]}::uuid[])`)
const act = (verb: string, id: string, by = s.league) => by.post<{ count: number }>(`society/societyReviewRound/${verb}`, { id })

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
    const { id, members } = await group()
    const [head, deputy, one, two] = members as [Pupil, Pupil, Pupil, Pupil]
    const outsider = await s.pupil()
    await heldBy(s, id, 3, [head, one, outsider])
    await heldBy(s, id, 1, [head])
    await s.db.query(sql`update activity set state = 'approved' where id = (select id from activity where society_id = ${id} order by created_at desc limit 1)`)
    await guided(id, 5)
    const draft = { societyId: id, kind: 'sponsorship' as const, amount: 100, about: '赞助', happenedOn: today(), vouchers: [], makerId: s.league.userId }
    await s.db.insertMany(societyFundDraft, [
      { ...draft, state: 'posted' },
      { ...draft, state: 'asked' },
    ])
    const round = await openReview(s)
    expect(ruleOf(await rate(outsider, round, id, 1))).toBe('notMember')
    for (const who of [head, deputy]) ok(await rate(who, round, id, 5))
    const now = (await mine(head)).reviews[0] as Shown
    expect(scored(now)).toEqual({ organisation: 75, activities: 37.5, participation: 50, finance: 50, guidance: 25, satisfaction: null })
    expect([now.total, now.faults, now.place, now.isOpen]).toEqual([totalOf(now.scores as never), ['fewActivities', 'noReport'], null, true])
    expect(now.total).toBe(Math.round(((75 * 20 + 37.5 * 30 + 50 * 20 + 50 * 10 + 25 * 10) / 90) * 100) / 100)
    ok(await rate(one, round, id, 2))
    ok(await rate(one, round, id, 2))
    // a mean that moves with each rating would tell the last one
    expect(scored((await mine(head)).reviews[0] as Shown)).toEqual(scored(now))
    expect(await s.db.unscoped(societyRating).count({ roundId: round })).toBe(3)
    const [own, other] = [(await mine(one)).ratings, (await mine(two)).ratings]
    expect([own.map(r => r.stars), other.map(r => r.stars)]).toEqual([[2], [null]])
    expect((await mine(two)).reviews).toEqual([])
    await countedReview(s, round)
    const row = await reviewOf(s, round, id)
    expect(row).toMatchObject({ members: 4, activities: 3, participants: 2, hours: 5, openDrafts: 1, raters: 3, studentId: head.id, state: 'pending', grade: 'fail' })
    expect((row as { scores: Array<{ item: string; score: number | null }> }).scores).toContainEqual(expect.objectContaining({ score: 80 }))
    expect(ruleOf(await rate(two, round, id, 5))).toBe('rateClosed')
    expect(ruleOf(await act('count', round))).toBe('counted')
    expect((await s.league.post('society/societyReviewRound/extend', { id: round, endTime: inHours(40), reason: '再开放' })).code).toBe(422)
  })
  it('60-SO10 too few members or activities, no hours or no report propose fail; who has all is graded by the total', async () => {
    const full = await group()
    await heldBy(s, full.id, 8, full.members)
    await guided(full.id, 6)
    const [few, idle, unguided, silent] = [await s.society(), await group(), await group(), await group()]
    const lone = await s.pupil()
    await s.enter(few, lone, 'head')
    for (const id of [few, unguided.id, silent.id]) await heldBy(s, id, 4)
    for (const id of [few, idle.id, silent.id]) await guided(id, 4)
    const empty = await s.society()
    await alone(full.id, few, idle.id, unguided.id, silent.id, empty)
    const round = await openReview(s)
    for (const [who, id] of [
      [full.head, full.id],
      [lone, few],
      [idle.head, idle.id],
      [unguided.head, unguided.id],
    ] as const)
      ok(await report(who, round, id))
    expect(ruleOf(await report(full.members[2] as Pupil, round, full.id))).toBe('notFound')
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
describe('60-SO10 from advisor to notice', () => {
  it('60-SO10 passes advisor, unit and league; the league may grade otherwise, says why, and what approvers refuse has failed', async () => {
    const [kept, refused] = [await group(), await group()]
    await alone(kept.id, refused.id)
    const round = await openReview(s)
    for (const g of [kept, refused]) ok(await report(g.head, round, g.id))
    const [a, b] = [await reviewOf(s, round, kept.id), await reviewOf(s, round, refused.id)]
    const grade = (id: string, by = s.league) => by.post('society/societyReview/grade', { id, grade: 'good', reason: '活动由学校统一组织，没有计入', advice: '及时结项' })
    expect([ruleOf(await grade(a.id)), (await grade(a.id, s.college)).code]).toEqual(['settled', 403])
    await countedReview(s, round)
    expect(ruleOf(await act('publishReviews', round))).toBe('waiting')
    await agreeToReview(s, a.id)
    ok(await grade(a.id))
    const [task] = await s.db.query<{ id: string }>(sql`select id from process_instance where biz_id = ${b.id}`)
    const withdrawn = await refused.head.actor.post('workflow/processInstance/withdraw', { instanceId: task?.id })
    expect([withdrawn.code, (await reviewOf(s, round, refused.id)).state]).toEqual([422, 'pending'])
    const tasks = ok(await s.advisor.get<{ result: Array<{ taskId: string; instanceId: string }> }>('workflow/processTask/mine', { tab: 'todo', size: 100 })).result
    ok(await s.advisor.post('workflow/processTask/reject', { taskId: tasks.find(x => x.instanceId === task?.id)?.taskId, opinion: '报告不实' }))
    expect((await mine(kept.head)).reviews[0]).toMatchObject({ place: null, grade: null })
    const answers = await Promise.all([act('publishReviews', round), act('publishReviews', round)])
    expect(answers.map(x => x.code).sort()).toEqual([200, 422])
    expect((await mine(kept.head)).reviews).toMatchObject([{ society: (await s.row(kept.id)).name, grade: 'good', place: expect.any(Number) }])
    expect((await reviewOf(s, round, refused.id)).grade).toBe('fail')
    expect(await s.db.query(sql`select 1 from public_notice_line where biz_type = 'societyReview' and biz_id = any(${[a.id, b.id]}::uuid[])`)).toHaveLength(2)
    expect((await s.row(kept.id)).lastGrade).toBeNull()
    await noticesEnd(s)
    expect([(await s.row(kept.id)).lastGrade, (await s.row(refused.id)).lastGrade]).toEqual(['good', 'fail'])
    expect((await s.db.unscoped(societyReviewRound).one(round)).stage).toBe('settled')
  })
  it('60-SO10 an upheld objection sends a result back to the league, and on notice again', async () => {
    const one = await group()
    await alone(one.id)
    const round = await openReview(s)
    ok(await report(one.head, round, one.id))
    await countedReview(s, round)
    const { id } = await reviewOf(s, round, one.id)
    await agreeToReview(s, id)
    ok(await act('publishReviews', round))
    const [line] = await s.db.query<{ id: string }>(sql`select id from public_notice_line where biz_id = ${id}`)
    const raised = ok((await one.members[2]?.actor.post<{ id: string }>('workflow/objection/raise', { lineId: line?.id, grounds: '活动次数与记录不一致，请复核' })) as never) as {
      id: string
    }
    ok(await s.officer.post('workflow/objection/decide', { id: raised.id, upheld: true, answer: '补录后重新评定' }))
    await s.server.settle()
    expect(await reviewOf(s, round, one.id)).toMatchObject({ state: 'approved' })
    ok(await s.league.post('society/societyReview/grade', { id, grade: 'pass', reason: '补录了两次活动' }))
    ok(await act('publishReviews', round))
    await noticesEnd(s)
    expect([(await reviewOf(s, round, one.id)).state, (await s.row(one.id)).lastGrade]).toEqual(['final', 'pass'])
  })
  it('60-SO10 a returned review goes back to its head, who may still mend the report', async () => {
    const one = await group()
    await alone(one.id)
    const round = await openReview(s)
    await countedReview(s, round)
    const { id } = await reviewOf(s, round, one.id)
    const tasks = ok(
      await s.advisor.get<{ result: Array<{ taskId: string; subjectId: string; instanceId: string }> }>('workflow/processTask/mine', { tab: 'todo', size: 100 }),
    ).result
    const [task] = await s.db.query<{ id: string }>(sql`select id from process_instance where biz_id = ${id}`)
    ok(await s.advisor.post('workflow/processTask/return', { taskId: tasks.find(x => x.instanceId === task?.id)?.taskId, to: 'applicant', opinion: '请补报告' }))
    expect((await mine(one.head)).reviews[0]).toMatchObject({ isOpen: true })
    ok(await report(one.head, round, one.id))
    expect(await reviewOf(s, round, one.id)).toMatchObject({ state: 'pending', selfText: REPORT })
    await agreeToReview(s, id)
    expect((await reviewOf(s, round, one.id)).state).toBe('approved')
  })
})
it('60-SO12 each society sees its own items and place only; lists are for the league, the unit and the advisor', async () => {
  const [one, two] = [await group(), await group({ guidanceUnitId: s.ids.art, advisorId: s.ids.lin })]
  const round = await openReview(s)
  const names = async (who: Pupil) => (await mine(who)).reviews.map(r => r.society)
  expect([await names(one.head), await names(two.head)]).toEqual([[(await s.row(one.id)).name], [(await s.row(two.id)).name]])
  const other = await reviewOf(s, round, two.id)
  expect([
    ruleOf(await one.head.actor.post('society/societyReview/report', { id: other.id, selfText: REPORT })),
    ruleOf(await one.head.actor.get('society/societyReview/card', { id: other.id })),
  ]).toEqual(['notFound', 'notFound'])
  expect((await one.head.actor.get('society/societyReview/list')).code).toBe(403)
  const seen = async (who: typeof s.league) =>
    ok(await who.get<{ result: Array<{ societyId: string }> }>('society/societyReview/list', { roundId: round, size: 100 })).result.map(r => r.societyId)
  expect([
    (await seen(s.league)).includes(two.id),
    (await seen(s.college)).includes(two.id),
    (await seen(s.advisor)).includes(two.id),
    (await seen(s.advisor)).includes(one.id),
  ]).toEqual([true, false, false, true])
})
it('60-SO12 stars go by share of all reviewed, ties upward and none to what has failed; they reach the society at the end of the notice', async () => {
  await setParams(s, 'society', { starFive: 10, starFour: 10, starThree: 30 })
  const led = await group()
  await heldBy(s, led.id, 2, led.members)
  const bare: string[] = []
  // activities held, in order of the total they make; two are equal at the border of four stars
  for (const n of [8, 7, 7, 6, 5, 4, 3, 1, 0]) {
    bare.push(await s.society())
    await heldBy(s, bare.at(-1) ?? '', n)
  }
  await alone(led.id, ...bare)
  const round = await openReview(s)
  await countedReview(s, round)
  const own = await reviewOf(s, round, led.id)
  await agreeToReview(s, own.id)
  const failed = bare[4]
  for (const id of [led.id, ...bare])
    if (id !== failed) ok(await s.league.post('society/societyReview/grade', { id: (await reviewOf(s, round, id)).id, grade: 'pass', reason: '复核' }))
  ok(await act('publishReviews', round))
  const rows = await s.db.unscoped(societyReview).all({ roundId: round }, { sort: ['place'] })
  const stars = (id: string | undefined) => rows.find(r => r.societyId === id)?.star
  expect(rows[0]).toMatchObject({ societyId: led.id, place: 1, star: 5 })
  expect(bare.map(id => rows.find(r => r.societyId === id)?.place)).toEqual([2, 3, 3, 5, 6, 7, 8, 9, 10])
  expect(bare.map(stars)).toEqual([4, 3, 3, 3, 0, 0, 0, 0, 0])
  expect([(await s.row(led.id)).star, (await mine(led.head)).reviews[0]]).toMatchObject([0, { place: 1, star: 5 }])
  await noticesEnd(s)
  expect([(await s.row(led.id)).star, (await s.row(bare[0] ?? '')).star, (await s.row(failed ?? '')).star]).toEqual([5, 4, 0])
  await setParams(s, 'society', { starFive: 20, starFour: 10, starThree: 30 })
  const again = await openReview(s)
  await countedReview(s, again)
  await agreeToReview(s, (await reviewOf(s, again, led.id)).id)
  ok(await s.league.post('society/societyReview/grade', { id: (await reviewOf(s, again, bare[1] ?? '')).id, grade: 'pass', reason: '复核' }))
  ok(await s.league.post('society/societyReview/grade', { id: (await reviewOf(s, again, bare[2] ?? '')).id, grade: 'pass', reason: '复核' }))
  ok(await act('publishReviews', again))
  expect([(await reviewOf(s, again, bare[1] ?? '')).star, (await reviewOf(s, again, bare[2] ?? '')).star]).toEqual([4, 4])
})
describe('60-SO10 a review is a round', () => {
  let one: Group
  beforeAll(async () => {
    await s.db.updateWhere(society, { state: 'dissolved' }, { stateNote: '只审一个' })
    one = await group()
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
