import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { setParams } from '#modules/message/testing.ts'
import { today } from '#server/base/today.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { awardApplication } from './batches/model/application-row.ts'
import { remindUnused } from './batches/server/jobs.ts'
import { awardItem } from './items/model/award-item.ts'
import { type AwardSchool, awardSchool, PLAIN, ranked, rulesOf, TOP_TEN } from './testing.ts'

let s: AwardSchool
beforeAll(async () => {
  s = await awardSchool()
  await s.pupil()
})
afterAll(() => s.close())

describe('40-A6 the quota formula of a batch', () => {
  it('goes by eligible heads and coefficient, is previewed, kept with its basis, and not below what is used', async () => {
    const [a, b, c] = [await s.pupil(), await s.pupil(), await s.pupil({ classId: s.ids.a2301 })]
    for (const who of [a, b, c]) s.grades[who.id] = ranked(1, 40)
    const itemId = await s.item([TOP_TEN])
    const batchId = await s.batch([itemId], { [s.ids.info]: 1 })
    const allocate = (total: number, store: boolean, shares: object[] = []) =>
      s.officer.post<{ lines: Array<{ departmentId: string; heads: number; quota: number; was: number; used: number }> }>('award/awardBatch/allocate', {
        id: batchId,
        itemId,
        total,
        shares,
        store,
      })
    const { data } = await allocate(5, false)
    const info = data.lines.find(l => l.departmentId === s.ids.info)
    const art = data.lines.find(l => l.departmentId === s.ids.art)
    expect(info?.heads).toBeGreaterThanOrEqual(2)
    expect([art?.heads, (info?.quota ?? 0) + (art?.quota ?? 0), info?.was]).toEqual([1, 5, 1])
    expect((await s.candidates(s.art, await s.quotaOf(batchId, itemId, s.ids.art))).quota).toBe(0)
    expect((await allocate(5, true)).msg).toBe('成功')
    const held = await s.approved(a, batchId, itemId)
    expect((await s.nominate(s.college, held)).msg).toBe('成功')
    expect(rulesOf(await allocate(0, true))).toEqual(['below'])
    expect(rulesOf(await allocate(3, true, [{ departmentId: s.ids.info, coefficient: 1, fixed: 4 }]))).toEqual(['fixedOver'])
    // moves by hand keep the total
    const from = await s.quotaOf(batchId, itemId, s.ids.art)
    const move = (count: number) => s.officer.post('award/awardQuota/move', { id: from, toId: s.ids.info, count, reason: '艺术学院没有人申报' })
    expect(rulesOf(await move(9))).toEqual(['lacking'])
    expect((await move(1)).msg).toBe('成功')
    const rows = (await s.officer.get<{ result: Array<{ quota: number; note: string }> }>('award/awardQuota/list', { batchId })).data.result
    expect([rows.reduce((n, r) => n + r.quota, 0), rows.map(r => r.note)]).toEqual([5, ['艺术学院没有人申报', '艺术学院没有人申报']])
  })
  it('the simulation over everybody equals checks one by one, and writes nothing', async () => {
    const itemId = await s.item([TOP_TEN, { name: '没有处分', when: { fact: 'discipline.inForce', op: 'eq', value: false } }])
    const batchId = await s.batch([itemId])
    const people = await Promise.all(Array.from({ length: 8 }, () => s.pupil()))
    for (const [n, who] of people.entries()) if (n < 6) s.grades[who.id] = ranked(n * 2 + 1, 40)
    const { data } = await s.officer.get<Array<{ total: number; met: number; conditions: Array<{ failed: number; missing: number; isKnown: boolean }> }>>(
      'award/awardBatch/simulate',
      { id: batchId },
    )
    const students = await s.db.query<{ id: string }>(sql`select student_id as id from sys_user where student_id is not null`)
    const met = Object.entries(s.grades).filter(([, g]) => (g.studyRank as number) / (g.groupSize as number) <= 0.1).length
    expect(data[0]).toMatchObject({ total: students.length, met })
    expect(data[0]?.conditions.map(c => c.isKnown)).toEqual([true, false])
    const one = await Promise.all(people.map(async p => (await s.offers(p.actor)).find(o => o.itemId === itemId)?.mayApply))
    expect(one).toEqual(people.map((_, n) => n < 2))
  })
})
describe('40-A7 nomination takes a seat', () => {
  it('of two secretaries at once for the last seat one succeeds, and the other reads quota and used', async () => {
    const [itemId] = [await s.item([])]
    const batchId = await s.batch([itemId], { [s.ids.info]: 1 })
    const cases = [await s.approved(await s.pupil(), batchId, itemId), await s.approved(await s.pupil(), batchId, itemId)]
    const other = await s.as({ roles: ['college'], departmentId: s.ids.info, nickName: '副书记' })
    const answers = await Promise.all(cases.map((id, n) => s.nominate(n ? other : s.college, id)))
    expect(answers.map(a => a.code).sort()).toEqual([200, 422])
    expect(answers.find(a => a.code !== 200)?.msg).toBe('名额不足：共 1 个，已占 0 个，已用 1 个，这次要 1 个')
    expect(await s.used(batchId)).toEqual([1])
  })
  it('is refused outside the college and without a quota, and returns the seat, which is offered to the next and not taken', async () => {
    const told = captureNotifications(s.server)
    const itemId = await s.item([])
    const batchId = await s.batch([itemId], { [s.ids.info]: 1 })
    const foreign = await s.approved(await s.pupil({ classId: s.ids.a2301 }), batchId, itemId)
    expect((await s.nominate(s.college, foreign)).code).toBe(404)
    expect(rulesOf(await s.nominate(s.art, foreign))).toEqual(['full'])
    const [first, next, last] = [await s.pupil(), await s.pupil(), await s.pupil()]
    const [a, b, c] = [await s.approved(first, batchId, itemId), await s.approved(next, batchId, itemId), await s.approved(last, batchId, itemId)]
    const quotaId = await s.quotaOf(batchId, itemId)
    expect(rulesOf(await s.college.post('award/awardQuota/rank', { id: quotaId, ids: [b, a] }))).toEqual(['order'])
    expect((await s.college.post('award/awardQuota/rank', { id: quotaId, ids: [a, b, c] })).msg).toBe('成功')
    await s.nominate(s.college, a)
    expect((await first.actor.post('award/awardApplication/cancel', { id: a, reason: '不参评了' })).msg).toBe('成功')
    expect([await s.used(batchId), (await s.case(b)).state, (await s.case(b)).offeredAt === null, (await s.case(c)).offeredAt]).toEqual([[0], 'approved', false, null])
    expect((await told('award.offered', s.college.userId)).map(h => h.values?.name)).toEqual(['周雨桐'])
    // taken back by the college, and nominated once more
    expect((await s.nominate(s.college, b)).msg).toBe('成功')
    expect((await s.college.post('award/awardApplication/takeBack', { id: b, reason: '材料待核' })).msg).toBe('成功')
    expect(await s.used(batchId)).toEqual([0])
    expect((await s.nominate(s.college, b)).msg).toBe('成功')
    expect(await s.used(batchId)).toEqual([1])
  })
  it('gives levels by their share of the seats', async () => {
    const levels = [
      { name: '一等', amount: 200_000, figure: null, share: 50 },
      { name: '二等', amount: 100_000, figure: null, share: 50 },
    ]
    const itemId = await s.item([], { levels })
    const batchId = await s.batch([itemId], { [s.ids.info]: 2 })
    const [a, b] = [await s.approved(await s.pupil(), batchId, itemId), await s.approved(await s.pupil(), batchId, itemId)]
    expect(rulesOf(await s.nominate(s.college, a, '三等'))).toEqual(['level'])
    expect((await s.nominate(s.college, a, '一等')).msg).toBe('成功')
    expect(rulesOf(await s.nominate(s.college, b, '一等'))).toEqual(['levelFull'])
    expect((await s.nominate(s.college, b, '二等')).msg).toBe('成功')
    expect(await s.case(b)).toMatchObject({ level: '二等', amount: 100_000, state: 'nominated' })
  })
  it('reminds a college of seats left, two days before the end', async () => {
    const told = captureNotifications(s.server)
    const itemId = await s.item([])
    await s.batch([itemId], { [s.ids.info]: 3 }, { nominateBy: addDays(today(), 2) })
    await remindUnused(s.db)
    expect((await told('award.unused', s.college.userId)).map(h => h.values?.free)).toEqual([3])
    expect(await told('award.unused', s.art.userId)).toEqual([])
  })
})
describe('40-A4 exclusions between items', () => {
  const pair = async (rule: 'forbid' | 'keepHigher', within: 'year' | 'ever', amounts = [800_000, 500_000]) => {
    const levels = (amount: number) => [{ ...PLAIN[0], amount }] as never
    const high = await s.item([], { levels: levels(amounts[0] as number) })
    const low = await s.item([], { levels: levels(amounts[1] as number), exclusions: [{ itemId: high, within, rule }] })
    const who = await s.pupil()
    const batchId = await s.batch([high, low])
    return { who, batchId, high, low }
  }
  it('are a warning while applying and a refusal at nomination, whichever item declares them', async () => {
    const { who, batchId, high, low } = await pair('forbid', 'year')
    const a = await s.approved(who, batchId, low)
    const { data } = await who.actor.get<{ warnings: string[]; problems: unknown[] }>('award/awardApplication/preview', { batchId, itemId: high })
    expect([data.problems, data.warnings.length]).toEqual([[], 1])
    const b = await s.approved(who, batchId, high)
    expect((await s.nominate(s.college, b)).msg).toBe('成功')
    const refused = await s.nominate(s.college, a)
    expect(rulesOf(refused)).toEqual(['excluded'])
    expect(refused.msg).toContain('拟推荐')
  })
  it('keep the higher: the lower gives way and its seat goes back', async () => {
    const { who, batchId, high, low } = await pair('keepHigher', 'year')
    const [a, b] = [await s.approved(who, batchId, low), await s.approved(who, batchId, high)]
    expect((await s.nominate(s.college, a)).msg).toBe('成功')
    expect((await s.nominate(s.college, b)).msg).toBe('成功')
    expect([(await s.case(a)).state, (await s.case(b)).state]).toEqual(['approved', 'nominated'])
    expect((await s.used(batchId)).reduce((x, y) => x + y)).toBe(1)
    expect(rulesOf(await s.nominate(s.college, a))).toEqual(['lower'])
  })
  it('of one year leave other years alone, and a yearly sum is not passed', async () => {
    const itemId = await s.item([])
    const other = await s.item([], { exclusions: [{ itemId, within: 'year', rule: 'forbid' }] })
    const who = await s.pupil()
    const [one, two] = [await s.batch([itemId]), await s.batch([other], undefined, { xn: '2027-2028' })]
    expect((await s.nominate(s.college, await s.approved(who, one, itemId))).msg).toBe('成功')
    expect((await s.nominate(s.college, await s.approved(who, two, other))).msg).toBe('成功')
    const third = await s.item([])
    const batch = await s.batch([third])
    const id = await s.approved(who, batch, third)
    await setParams(s, 'award', { yearlyCap: 1500 })
    expect(rulesOf(await s.nominate(s.college, id))).toEqual(['cap'])
    await setParams(s, 'award', { yearlyCap: 2000 })
    expect((await s.nominate(s.college, id)).msg).toBe('成功')
    await setParams(s, 'award', { yearlyCap: 0 })
  })
})
it('40-A4 exclusions of any year hold over years: at nomination, and at submit once the other was granted', async () => {
  const itemId = await s.item([])
  const other = await s.item([], { exclusions: [{ itemId, within: 'ever', rule: 'forbid' }] })
  const [who, later] = [await s.pupil(), await s.pupil()]
  const [one, two] = [await s.batch([itemId]), await s.batch([other], undefined, { xn: '2027-2028' })]
  expect((await s.nominate(s.college, await s.approved(who, one, itemId))).msg).toBe('成功')
  expect(rulesOf(await s.nominate(s.college, await s.approved(who, two, other)))).toEqual(['excluded'])
  await s.officer.post('award/awardRecord/add', { itemId, studentId: later.id, xn: '2020-2021', grantedOn: '2020-11-01' })
  expect(rulesOf(await s.apply(later.actor, two, other))).toEqual(['granted'])
})
describe('40-A8 a committee', () => {
  it('ranks on the phone; the median decides, abstention is recorded, nobody reads a ballot', async () => {
    const itemId = await s.item([])
    const batchId = await s.batch([itemId], { [s.ids.info]: 2 })
    const ids = [
      await s.approved(await s.pupil(), batchId, itemId),
      await s.approved(await s.pupil(), batchId, itemId),
      await s.approved(await s.pupil(), batchId, itemId),
    ] as const
    const [a, b, c] = ids
    const quotaId = await s.quotaOf(batchId, itemId)
    const members = await Promise.all(Array.from({ length: 4 }, () => s.as({ roles: ['teacher'], departmentId: s.ids.info })))
    expect((await s.college.post('award/awardQuota/openVote', { id: quotaId, members: members.map(m => m.userId) })).msg).toBe('成功')
    const cast = (n: number, order: readonly string[], isAbstained = false) => members[n]?.post('award/awardVote/cast', { quotaId, ids: order, isAbstained })
    expect((await s.fdy.post('award/awardVote/cast', { quotaId, ids, isAbstained: false })).code).toBe(404)
    expect((await members[0]?.get<Array<{ rows: unknown[] }>>('award/awardVote/mine'))?.data[0]?.rows).toHaveLength(3)
    expect(rulesOf((await cast(0, [a, b])) as never)).toEqual(['ballot'])
    for (const [n, order] of [
      [a, b, c],
      [b, c, a],
      [b, a, c],
    ].entries())
      expect((await cast(n, order))?.msg).toBe('成功')
    expect((await cast(3, [], true))?.msg).toBe('成功')
    expect(rulesOf(await s.college.post('award/awardQuota/openVote', { id: quotaId, members: [members[0]?.userId] }))).toEqual(['state'])
    expect((await s.college.post('award/awardQuota/closeVote', { id: quotaId })).data).toEqual({ ballots: 3, abstained: 1, absent: 0 })
    expect(await Promise.all([b, a, c].map(async id => [(await s.case(id)).rankInCollege, (await s.case(id)).medianRank]))).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ])
    const shown = JSON.stringify(await s.candidates(s.college, quotaId))
    expect(shown).not.toContain(members[0]?.userId)
  })
})
it('an item has levels with amounts, shares of a hundred, and fits its subject', async () => {
  const add = (more: object) =>
    s.officer.post('award/awardItem/add', {
      code: `N${Math.abs(JSON.stringify(more).length)}`,
      name: `新${JSON.stringify(more).length}`,
      category: 'scholarship',
      awardGrade: 'school',
      subject: 'student',
      levels: PLAIN,
      ...more,
    })
  expect(rulesOf(await add({ levels: [{ name: '一等', amount: null, figure: null, share: null }] }))).toEqual(['noAmount'])
  expect(
    rulesOf(
      await add({
        levels: [
          { name: '一等', amount: 1, share: 40 },
          { name: '二等', amount: 1, share: 50 },
        ],
      }),
    ),
  ).toEqual(['shares'])
  expect(rulesOf(await add({ category: 'collective' }))).toEqual(['collective'])
  expect((await add({})).msg).toBe('成功')
  const { id } = (await s.db.unscoped(awardItem).find({ code: 'GJ' })) as { id: string }
  const conditions = (await s.db.unscoped(awardItem).one(id)).conditions
  const save = (list: unknown) => s.officer.post('award/awardItem/saveConditions', { id, conditions: list })
  expect((await save(conditions)).msg).toBe('成功')
  expect(rulesOf(await save([...(conditions ?? []), { name: '新', when: { fact: 'nobody.knows', op: 'eq', value: 1 } }]))).toEqual(['unknownFact'])
  expect(await s.db.unscoped(awardApplication).count({ itemId: id })).toBe(0)
})
