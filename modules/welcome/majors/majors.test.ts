import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import type { Newcomer } from '#modules/admission/testing.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import { ok, rulesOf, saysOf } from '../testing.ts'
import { majorAdjustment } from './model/adjustment.ts'
import type { adjustFigures, myOffers } from './model/application.ts'
import { majorAdjustBatch } from './model/batch.ts'
import { demoMajors } from './server/demo.ts'
import { type MajorSchool, majorSchool } from './testing.ts'

let s: MajorSchool
let first: Newcomer
beforeAll(async () => {
  s = await majorSchool()
  first = await s.wishing()
})
afterAll(() => s.close())

describe('a batch of changes of major', () => {
  expectRound({ of: majorAdjustBatch, path: 'welcome/majorAdjustBatch' }, () => ({
    school: s,
    publisher: s.admissions,
    draft: window => ({ ...window, audience: { all: true }, year: 2024, choices: 2, atEnd: 'stay', needsFiling: false }),
    prepare: id => s.allot(id, s.net, 0, 1),
    take: id => s.apply(first, id, [s.net]),
  }))
})
describe('an application for another major', () => {
  let batchId: string
  let two: readonly [Newcomer, Newcomer]
  beforeAll(async () => {
    batchId = await s.batch({ [s.art]: 9 })
  })
  expectApplication({ of: majorAdjustment, path: 'welcome/majorAdjustment', taken: ['open'] }, () => ({
    db: s.db,
    async applicants() {
      two = [await s.wishing(), await s.wishing()]
      return [two[0].actor, two[1].actor]
    },
    form: () => ({ batchId, choices: [s.art], reason: '一直喜欢设计，自学过两年', phone: '13812342071' }),
    approvers: [s.college, s.artCollege, s.admissions],
  }))
})
it('10-W22 publishing names who has nobody to decide, not of the college that only an application names; 10-W18 the end refuses what is open where the batch says so', async () => {
  const batchId = await s.batch({ [s.net]: 3 }, { atEnd: 'refuse' })
  const { gaps } = ok(await s.admissions.post<{ gaps: Array<{ step: string }> }>('welcome/majorAdjustBatch/previewRound', { id: batchId }))
  expect(gaps.map(g => g.step)).not.toContain('转入学院')
  const who = await s.wishing()
  const { id } = ok(await s.apply(who, batchId, [s.net]))
  ok(await s.closeBatch(batchId))
  expect((await s.row(id)).state).toBe('rejected')
})
describe('30-WM1 a choice', () => {
  it('asks the same level and category, the lowest score of the province, and no special admission; each says both numbers', async () => {
    const batchId = await s.batch({ [s.net]: 3 })
    const cases: ReadonlyArray<[string, Record<string, unknown>, string[]]> = [
      ['category', { category: 'A' }, ['历史类', '物理类']],
      ['score', { totalScore: 469.5 }, ['469.5', '470']],
      ['score', { sourceCanton: '420106' }, ['500', '没有']],
      ['special', { planNature: '1' }, ['定向就业', '普通类']],
      ['special', { planNature: '5' }, ['合作办学', '普通类']],
      ['special', { category: '6' }, ['体育', '普通类']],
      ['special', { batch: '3' }, ['单独招生', '普通类']],
    ]
    for (const [rule, given, words] of cases) {
      const refused = await s.apply(await s.wishing(given), batchId, [s.net])
      expect(rulesOf(refused)).toContain(rule)
      for (const word of words) expect(saysOf(refused)).toContain(word)
    }
    const bachelor = await s.wishing()
    await s.db.query(sql`update admitted_student set level = '4' where id = ${bachelor.id}`)
    const other = await s.apply(bachelor, batchId, [s.net])
    expect([rulesOf(other), saysOf(other)]).toEqual([['level'], expect.stringMatching(/本科.*专科（高职）/)])
    const art = await s.wishing({ category: '2' })
    expect(rulesOf(await s.apply(art, batchId, [s.net]))).toEqual(['category', 'special'])
    const who = await s.wishing({ totalScore: 470 })
    const [offer] = ok(await who.actor.get<Array<OutputOf<typeof myOffers>>>('welcome/majorAdjustment/offers')).filter(o => o?.id === batchId)
    expect(offer?.offers).toMatchObject([
      {
        name: '2024级网络技术',
        seats: 3,
        conditions: [{ condition: 'level', isMet: true }, { isMet: true }, { condition: 'score', own: '470', wanted: '470', isMet: true }, { isMet: true }],
      },
    ])
    expect(rulesOf(await s.apply(who, batchId, [s.ids.gm24]))).toEqual(['own'])
    expect(rulesOf(await s.apply(who, batchId, [s.art]))).toEqual(['notOffered'])
    expect(rulesOf(await s.apply(who, batchId, [s.net, s.net]))).toEqual(['twice'])
    expect(rulesOf(await s.apply(who, batchId, [s.net, s.art, s.ids.gm24]))).toEqual(['tooMany'])
    ok(await s.apply(who, batchId, [s.net]))
    const free = await s.batch({ [s.net]: 1 }, { asks: ['level'] })
    ok(await s.apply(art, free, [s.net]))
  })
  it('is made before enrolment only', async () => {
    const batchId = await s.batch({ [s.net]: 1 })
    const who = await s.wishing()
    await s.db.query(sql`update admitted_student set state = 'enrolled', enrolled_on = current_date where id = ${who.id}`)
    expect((await s.apply(who, batchId, [s.net])).code).not.toBe(200)
  })
})
describe('30-WM2 a run', () => {
  it('gives places by score in chains, comes out the same again, and is refused once places were edited', async () => {
    const batchId = await s.batch({ [s.net]: 1, [s.art]: 1 })
    // a leaves art for net, which frees a place there for c; b gets the first one
    const a = await s.applicant(batchId, [s.net], { gradeMajorId: s.art, totalScore: 550 })
    const b = await s.applicant(batchId, [s.net, s.art], { totalScore: 540 })
    const c = await s.applicant(batchId, [s.art], { totalScore: 530 })
    const d = await s.applicant(batchId, [s.art], { totalScore: 520 })
    expect(rulesOf(await s.simulate(batchId))).toEqual(['stillOpen'])
    ok(await s.closeBatch(batchId))
    const [one, two] = await Promise.all([s.simulate(batchId), s.simulate(batchId)])
    expect([ok(one), ok(two)]).toEqual([ok(one), ok(one)])
    expect(ok(one)).toEqual({ ranked: 4, placed: 3, chained: 1, passes: 2 })
    const result = async () => Promise.all([a, b, c, d].map(async w => [(await s.row(w.adjustmentId)).toGradeMajorId, (await s.row(w.adjustmentId)).pass]))
    expect(await result()).toEqual([
      [s.net, 1],
      [s.art, 1],
      [s.art, 2],
      [null, null],
    ])
    ok(await s.allot(batchId, s.art, 1, 2))
    const edited = await s.settle(batchId)
    expect([rulesOf(edited), saysOf(edited)]).toEqual([['quotaEdited'], expect.stringContaining('2024级视觉设计 1 → 2')])
    ok(await s.allot(batchId, s.art, 2, 1))
    await s.db.query(sql`update admitted_student set total_score = 560 where id = ${d.id}`)
    expect(rulesOf(await s.settle(batchId))).toEqual(['resultChanged'])
    await s.db.query(sql`update admitted_student set total_score = 520 where id = ${d.id}`)
    const settled = await Promise.all([s.settle(batchId), s.settle(batchId)])
    expect(settled.map(r => r.code === 200).sort()).toEqual([false, true])
    expect(settled.find(r => r.code === 200)?.data).toEqual({ placed: 3, refused: 1 })
    expect(await s.seats(batchId)).toEqual({ [s.net]: [1, 1], [s.art]: [2, 2] })
    // the place that a freed was added, once
    const added = await s.db.query(sql`select e.amount, e.reason from seat_entry e join seat_balance b on b.tenant_id = e.tenant_id and b.id = e.account_id
      where b.round_id = ${batchId} and e.source_type = 'majorAdjustBatch'`)
    expect(ok(await s.admissions.get('welcome/majorAdjustBatch/getOne', { id: batchId }))).toMatchObject({ seatCount: 3, appliedCount: 4, placedCount: 3 })
    expect(added).toEqual([{ amount: 1, reason: '转出空出的名额' }])
    expect(await s.row(d.adjustmentId)).toMatchObject({ state: 'rejected', cancelReason: '志愿专业没有名额了' })
    const figures = ok(await s.admissions.get<OutputOf<typeof adjustFigures>>('welcome/majorAdjustBatch/figures', { id: batchId }))
    expect(figures.majors).toMatchObject([
      { name: '2024级视觉设计', quota: 1, into: 2, outOf: 1, chained: 1, lowest: '530' },
      { name: '2024级网络技术', quota: 1, into: 1, outOf: 0 },
    ])
  })
  it('gives the last place, of equal scores, to who applied first', async () => {
    const batchId = await s.batch({ [s.net]: 1 })
    const [late, early] = [await s.applicant(batchId, [s.net], { totalScore: 540 }), await s.applicant(batchId, [s.net], { totalScore: 540 })]
    await s.db.query(sql`update major_adjustment set created_at = created_at - interval '1 hour' where id = ${early.adjustmentId}`)
    ok(await s.closeBatch(batchId))
    ok(await s.simulate(batchId))
    ok(await s.settle(batchId))
    expect([await s.row(early.adjustmentId), await s.row(late.adjustmentId)].map(r => [r.state, r.rank])).toEqual([
      ['placed', 1],
      ['rejected', 2],
    ])
  })
  it('is settled once everybody is decided about, and a settled batch is not extended', async () => {
    const batchId = await s.batch({ [s.net]: 3 })
    await s.applicant(batchId, [s.net])
    ok(await s.closeBatch(batchId))
    ok(await s.simulate(batchId))
    ok(await s.extendBatch(batchId))
    expect(rulesOf(await s.settle(batchId))).toEqual(['stillOpen'])
    const late = await s.wishing()
    ok(await s.apply(late, batchId, [s.net]))
    ok(await s.closeBatch(batchId))
    expect([rulesOf(await s.simulate(batchId)), rulesOf(await s.settle(batchId))]).toEqual([['waiting'], ['waiting']])
    await s.db.query(sql`update major_adjustment set state = 'approved' where student_id = ${late.id}`)
    expect(rulesOf(await s.settle(batchId))).toEqual(['resultChanged'])
    ok(await s.simulate(batchId))
    expect(ok(await s.settle(batchId))).toEqual({ placed: 2, refused: 0 })
    const refused = await s.extendBatch(batchId)
    expect([rulesOf(refused), refused.errors[0]?.field]).toEqual([['afterSettle'], 'endTime'])
    expect((await s.db.unscoped(majorAdjustBatch).one(batchId)).state).toBe('closed')
  })
  it('never exceeds places that an officer edits at the same moment', async () => {
    const batchId = await s.batch({ [s.net]: 2 })
    for (let n = 0; n < 3; n++) await s.applicant(batchId, [s.net], { totalScore: 500 + n })
    ok(await s.closeBatch(batchId))
    ok(await s.simulate(batchId))
    const [, settled] = await Promise.all([s.allot(batchId, s.net, 2, 1), s.settle(batchId)])
    const [used, issued] = (await s.seats(batchId))[s.net] as [number, number]
    expect(used).toBeLessThanOrEqual(issued)
    if (settled.code !== 200) {
      expect(rulesOf(settled)).toEqual(['quotaEdited'])
      ok(await s.simulate(batchId))
      ok(await s.settle(batchId))
    }
    const placed = await s.db.unscoped(majorAdjustment).count({ batchId, state: 'placed' })
    const [after] = (await s.seats(batchId))[s.net] as [number, number]
    expect(placed).toBe(after)
  })
})
it('the demo has a simulated batch with a chain', async () => {
  for (const gradeMajorId of [s.net, s.art, s.ids.gm24]) for (const totalScore of [600, 590]) await s.wishing({ gradeMajorId, totalScore })
  await s.db.query(sql`update major_adjustment set state = 'withdrawn' where state in ('pending', 'returned', 'approved', 'placed')`) // of the tests before
  await demoMajors(s.db, 2024)
  const batch = (await s.db.unscoped(majorAdjustBatch).all({ stage: 'simulated' }, { sort: ['-beginTime'] })).find(b => b.name === '2024 级新生专业调整')
  expect(batch?.passes).toBeGreaterThan(1)
  ok(await s.settle(batch?.id ?? ''))
})
