import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setParams } from '#modules/message/testing.ts'
import { societyReview } from './model/review.ts'
import { societyReviewRound } from './model/review-round.ts'
import { agreeToReview, countedReview, heldBy, noticesEnd, ok, openReview, type Pupil, reviewOf, ruleOf, type SocietySchool, societySchool } from './testing.ts'
import { REPORT, type Reviewing, reviewing } from './testing-reviews.ts'

let s: SocietySchool
let r: Reviewing
beforeAll(async () => {
  s = await societySchool()
  r = reviewing(s)
  await setParams(s, 'society', { reviewMembers: 4, ratersLeast: 3 })
})
afterAll(() => s.close())

describe('60-SO10 from advisor to notice', () => {
  it('60-SO10 passes advisor, unit and league; the league may grade otherwise, says why, and what approvers refuse has failed', async () => {
    const [kept, refused] = [await r.group(), await r.group()]
    await r.alone(kept.id, refused.id)
    const round = await openReview(s)
    for (const g of [kept, refused]) ok(await r.report(g.head, round, g.id))
    const [a, b] = [await reviewOf(s, round, kept.id), await reviewOf(s, round, refused.id)]
    const grade = (id: string, by = s.league) => by.post('society/societyReview/grade', { id, grade: 'good', reason: '活动由学校统一组织，没有计入', advice: '及时结项' })
    expect([ruleOf(await grade(a.id)), (await grade(a.id, s.college)).code]).toEqual(['settled', 403])
    await countedReview(s, round)
    expect(ruleOf(await r.act('publishReviews', round))).toBe('waiting')
    await agreeToReview(s, a.id)
    ok(await grade(a.id))
    const [task] = await s.db.query<{ id: string }>(sql`select id from process_instance where biz_id = ${b.id}`)
    const withdrawn = await refused.head.actor.post('workflow/processInstance/withdraw', { instanceId: task?.id })
    expect([withdrawn.code, (await reviewOf(s, round, refused.id)).state]).toEqual([422, 'pending'])
    const tasks = ok(await s.advisor.get<{ result: Array<{ taskId: string; instanceId: string }> }>('workflow/processTask/mine', { tab: 'todo', size: 100 })).result
    ok(await s.advisor.post('workflow/processTask/reject', { taskId: tasks.find(x => x.instanceId === task?.id)?.taskId, opinion: '报告不实' }))
    expect(ruleOf(await grade(b.id))).toBe('state')
    expect((await r.mine(kept.head)).reviews[0]).toMatchObject({ place: null, grade: null })
    const answers = await Promise.all([r.act('publishReviews', round), r.act('publishReviews', round)])
    expect(answers.map(x => x.code).sort()).toEqual([200, 422])
    expect((await r.mine(kept.head)).reviews).toMatchObject([{ society: (await s.row(kept.id)).name, grade: 'good', place: expect.any(Number) }])
    expect((await reviewOf(s, round, refused.id)).grade).toBe('fail')
    expect(await s.db.query(sql`select 1 from public_notice_line where biz_type = 'societyReview' and biz_id = any(${[a.id, b.id]}::uuid[])`)).toHaveLength(2)
    expect((await s.row(kept.id)).lastGrade).toBeNull()
    await noticesEnd(s)
    expect([(await s.row(kept.id)).lastGrade, (await s.row(refused.id)).lastGrade]).toEqual(['good', 'fail'])
    expect((await s.db.unscoped(societyReviewRound).one(round)).stage).toBe('settled')
  })
  it('60-SO10 an upheld objection sends a result back to the league, and on notice again', async () => {
    const one = await r.group()
    await r.alone(one.id)
    const round = await openReview(s)
    ok(await r.report(one.head, round, one.id))
    await countedReview(s, round)
    const { id } = await reviewOf(s, round, one.id)
    await agreeToReview(s, id)
    ok(await r.act('publishReviews', round))
    const [line] = await s.db.query<{ id: string }>(sql`select id from public_notice_line where biz_id = ${id}`)
    const raised = ok((await one.members[2]?.actor.post<{ id: string }>('workflow/objection/raise', { lineId: line?.id, grounds: '活动次数与记录不一致，请复核' })) as never) as {
      id: string
    }
    ok(await s.officer.post('workflow/objection/decide', { id: raised.id, upheld: true, answer: '补录后重新评定' }))
    await s.server.settle()
    expect(await reviewOf(s, round, one.id)).toMatchObject({ state: 'approved' })
    ok(await s.league.post('society/societyReview/grade', { id, grade: 'pass', reason: '补录了两次活动' }))
    ok(await r.act('publishReviews', round))
    await noticesEnd(s)
    expect([(await reviewOf(s, round, one.id)).state, (await s.row(one.id)).lastGrade]).toEqual(['final', 'pass'])
  })
  it('60-SO10 a returned review goes back to its head, who may still mend the report', async () => {
    const one = await r.group()
    await r.alone(one.id)
    const round = await openReview(s)
    await countedReview(s, round)
    const { id } = await reviewOf(s, round, one.id)
    const tasks = ok(
      await s.advisor.get<{ result: Array<{ taskId: string; subjectId: string; instanceId: string }> }>('workflow/processTask/mine', { tab: 'todo', size: 100 }),
    ).result
    const [task] = await s.db.query<{ id: string }>(sql`select id from process_instance where biz_id = ${id}`)
    ok(await s.advisor.post('workflow/processTask/return', { taskId: tasks.find(x => x.instanceId === task?.id)?.taskId, to: 'applicant', opinion: '请补报告' }))
    expect((await r.mine(one.head)).reviews[0]).toMatchObject({ isOpen: true })
    ok(await r.report(one.head, round, one.id))
    expect(await reviewOf(s, round, one.id)).toMatchObject({ state: 'pending', selfText: REPORT })
    await agreeToReview(s, id)
    expect((await reviewOf(s, round, one.id)).state).toBe('approved')
  })
})
it('60-SO12 each society sees its own items and place only; lists are for the league, the unit and the advisor', async () => {
  const [one, two] = [await r.group(), await r.group({ guidanceUnitId: s.ids.art, advisorId: s.ids.lin })]
  const round = await openReview(s)
  const names = async (who: Pupil) => (await r.mine(who)).reviews.map(r => r.society)
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
  const led = await r.group()
  await heldBy(s, led.id, 2, led.members)
  const bare: string[] = []
  // activities held, in order of the total they make; two are equal at the border of four stars
  for (const n of [8, 7, 7, 6, 5, 4, 3, 1, 0]) {
    bare.push(await s.society())
    await heldBy(s, bare.at(-1) ?? '', n)
  }
  await r.alone(led.id, ...bare)
  const round = await openReview(s)
  await countedReview(s, round)
  const own = await reviewOf(s, round, led.id)
  await agreeToReview(s, own.id)
  const failed = bare[4]
  for (const id of [led.id, ...bare])
    if (id !== failed) ok(await s.league.post('society/societyReview/grade', { id: (await reviewOf(s, round, id)).id, grade: 'pass', reason: '复核' }))
  ok(await r.act('publishReviews', round))
  const rows = await s.db.unscoped(societyReview).all({ roundId: round }, { sort: ['place'] })
  const stars = (id: string | undefined) => rows.find(r => r.societyId === id)?.star
  expect(rows[0]).toMatchObject({ societyId: led.id, place: 1, star: 5 })
  expect(bare.map(id => rows.find(r => r.societyId === id)?.place)).toEqual([2, 3, 3, 5, 6, 7, 8, 9, 10])
  expect(bare.map(stars)).toEqual([4, 3, 3, 3, 0, 0, 0, 0, 0])
  expect([(await s.row(led.id)).star, (await r.mine(led.head)).reviews[0]]).toMatchObject([0, { place: 1, star: 5 }])
  await noticesEnd(s)
  expect([(await s.row(led.id)).star, (await s.row(bare[0] ?? '')).star, (await s.row(failed ?? '')).star]).toEqual([5, 4, 0])
  await setParams(s, 'society', { starFive: 20, starFour: 10, starThree: 30 })
  const again = await openReview(s)
  await countedReview(s, again)
  await agreeToReview(s, (await reviewOf(s, again, led.id)).id)
  ok(await s.league.post('society/societyReview/grade', { id: (await reviewOf(s, again, bare[1] ?? '')).id, grade: 'pass', reason: '复核' }))
  ok(await s.league.post('society/societyReview/grade', { id: (await reviewOf(s, again, bare[2] ?? '')).id, grade: 'pass', reason: '复核' }))
  ok(await r.act('publishReviews', again))
  expect([(await reviewOf(s, again, bare[1] ?? '')).star, (await reviewOf(s, again, bare[2] ?? '')).star]).toEqual([4, 4])
})
