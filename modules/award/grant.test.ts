import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { fundAccount } from '#modules/money/payout/model/fund-account.ts'
import { aidedBy, aidOf } from '#modules/student/server/api.ts'
import { factsOfStudents, oneStudent } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { captureBeside } from '#testing/capture-events.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { awardRecord } from './records/model/award-record.ts'
import { type AwardSchool, awardSchool, type Pupil, ranked, rulesOf, TOP_TEN } from './testing.ts'

let s: AwardSchool
beforeAll(async () => {
  s = await awardSchool()
  await s.pupil()
})
afterAll(() => s.close())
const BATCH = 'award/awardBatch'
const openNotice = (id: string) => s.officer.post<{ count: number; returned: number }>(`${BATCH}/openNotice`, { id })
const grant = (id: string) => s.officer.post<{ count: number; refused: number; lists: number }>(`${BATCH}/grant`, { id, docNo: '校学〔2026〕8号', grantedOn: today() })
async function nominated(who: Pupil, batchId: string, itemId: string): Promise<string> {
  const id = await s.approved(who, batchId, itemId)
  expect((await s.nominate(s.college, id)).msg).toBe('成功')
  return id
}
const raise = async (caseId: string, by: Pupil) => {
  const [line] = await s.db.query<{ id: string }>(sql`select id from public_notice_line where biz_id = ${caseId} and state = 'shown'`)
  return (await by.actor.post<{ id: string }>('workflow/objection/raise', { lineId: line?.id, grounds: '成绩与教务系统不一致，请复核' })).data.id
}

describe('a batch from notice to grant', () => {
  it('40-N4 goes on notice, is granted once it is over, archived, numbered and paid once', async () => {
    const heard = captureBeside(s.server, 'award.granted')
    const told = captureNotifications(s.server)
    const [a, b, c] = [await s.pupil(), await s.pupil(), await s.pupil()]
    const itemId = await s.item([])
    const batchId = await s.batch([itemId], { [s.ids.info]: 2 })
    const [one, two, three] = [await nominated(a, batchId, itemId), await nominated(b, batchId, itemId), await s.approved(c, batchId, itemId)]
    expect(rulesOf(await grant(batchId))).toEqual(['state'])
    expect((await openNotice(batchId)).data).toMatchObject({ count: 2, returned: 0 })
    expect(rulesOf(await grant(batchId))).toEqual(['state'])
    await s.endNotice(batchId)
    expect((await grant(batchId)).data).toEqual({ count: 2, refused: 1, lists: 1 })
    expect((await grant(batchId)).data).toMatchObject({ count: 0, refused: 0 })
    expect(await Promise.all([one, two, three].map(async id => (await s.case(id)).state))).toEqual(['granted', 'granted', 'rejected'])
    const record = await s.record(one)
    expect(record).toMatchObject({ xn: '2026-2027', amount: 100_000, docNo: '校学〔2026〕8号', state: 'valid', source: 'grant', recipient: '周雨桐' })
    expect(record?.certNo).toMatch(/^RY\d{8}-\d{4,}$/)
    const lines = await s.db.query<{ amount: number }>(
      sql`select l.amount::float8 as amount from payout_line l join payout_list p on p.id = l.list_id where p.source = 'award' and l.student_id = any(${[a.id, b.id]}::uuid[])`,
    )
    expect(lines).toEqual([{ amount: 100_000 }, { amount: 100_000 }])
    await s.server.settle()
    expect(heard.filter(h => h.itemId === itemId)).toHaveLength(2)
    const stated = await s.db.query(sql`select kind, level, source_type as source from evidence where student_id = any(${[a.id, b.id, c.id]}::uuid[])`) // 50-EV1
    expect(stated).toEqual(Array(2).fill({ kind: 'award', level: expect.any(String), source: 'award.record' }))
    expect((await told('award.refused', c.actor.userId)).map(h => h.values?.reason)).toEqual([{ text: '名额已满' }])
    // the aid of the year, the facts of the next one, and one's own certificate
    const given = await s.db.query<{ amount: number }>(sql`select amount from (${aidOf(s.db, oneStudent(a.id), '2026-2027') ?? sql``}) x where code = 'award'`)
    expect(given).toEqual([{ amount: 100_000 }])
    expect((await factsOfStudents(s.db, oneStudent(a.id), ['award.count', 'award.studyYear']))(a.id)).toMatchObject({ 'award.count': 1 })
    const mine = (await a.actor.get<Array<{ certNo: string; state: string }>>('award/awardRecord/mine')).data
    expect(mine).toMatchObject([{ certNo: record?.certNo, state: 'valid' }])
    const [refused] = (await c.actor.get<Array<{ missing: string[] }>>('award/awardApplication/mine', { id: three })).data
    expect(refused?.missing).toContain('名额已满')
  })
  it('passes its college’s notice first where the batch asks for one', async () => {
    const who = await s.pupil()
    const itemId = await s.item([])
    const batchId = await s.batch([itemId], { [s.ids.info]: 2 }, { collegeWorkdays: 3 })
    const id = await nominated(who, batchId, itemId)
    expect(rulesOf(await openNotice(batchId))).toEqual(['nobody'])
    const quotaId = await s.quotaOf(batchId, itemId)
    expect((await s.college.post<{ count: number }>('award/awardQuota/openNotice', { id: quotaId })).data.count).toBe(1)
    expect(await s.case(id)).toMatchObject({ state: 'publicised', noticed: 'college' })
    expect(rulesOf(await openNotice(batchId))).toEqual(['nobody'])
    await s.endNotice(batchId)
    expect(await s.case(id)).toMatchObject({ state: 'nominated', noticed: 'college' })
    expect((await openNotice(batchId)).data.count).toBe(1)
    await s.endNotice(batchId)
    expect((await grant(batchId)).data.count).toBe(1)
  })
  it('reports items that are reported before they are granted', async () => {
    const who = await s.pupil()
    const itemId = await s.item([], { isReported: true })
    const batchId = await s.batch([itemId])
    const id = await nominated(who, batchId, itemId)
    await openNotice(batchId)
    await s.endNotice(batchId)
    expect(rulesOf(await grant(batchId))).toEqual(['nothing'])
    expect((await s.officer.post<{ count: number }>(`${BATCH}/report`, { id: batchId })).data.count).toBe(1)
    expect((await s.case(id)).state).toBe('reported')
    expect((await grant(batchId)).data.count).toBe(1)
  })
})
it('50-CQ12 the office has a to-do for each award that was granted by an evaluation that is another one now', async () => {
  const [who, same] = [await s.pupil(), await s.pupil()]
  for (const one of [who, same]) s.grades[one.id] = { rankShare: 5 }
  const itemId = await s.item([{ name: '综合测评前 10%', when: { fact: 'cqa.rankShare', op: 'le', value: 10 } }])
  const batchId = await s.batch([itemId], { [s.ids.info]: 2 })
  const id = await nominated(who, batchId, itemId)
  await nominated(same, batchId, itemId)
  await openNotice(batchId)
  await s.endNotice(batchId)
  expect((await grant(batchId)).data.count).toBe(2)
  s.grades[who.id] = { rankShare: 12 }
  for (let n = 0; n < 2; n++) await s.db.emit('cqa.resultCorrected', { schemeId: batchId, studentIds: [who.id, same.id] })
  await s.server.settle()
  const todos = () =>
    s.db.query<{ bizId: string; title: string; state: string }>(
      sql`select biz_id as "bizId", title, state from todo where tenant_id = ${s.tenantId} and user_id = ${s.officer.userId} and node = 'corrected'`,
    )
  const asked = { bizId: id, title: expect.stringContaining('用的综合测评结果已更正') }
  expect(await todos()).toEqual([{ ...asked, state: 'open' }])
  expect((await s.officer.post('award/awardRecord/revoke', { id: (await s.record(id))?.id, reason: '名次变动' })).msg).toBe('成功')
  await s.server.settle()
  expect(await todos()).toEqual([{ ...asked, state: 'done' }])
})
it('40-B3 a grant reserves on the fund of its item, a shortage is refused and nothing is granted, and a revocation frees it', async () => {
  const fund = async (budget: number): Promise<string> => {
    const { id } = await s.db.insert(fundAccount, { code: `F${budget}`, name: `经费${budget}`, sourceKind: 'school', year: 2026 } as never)
    const maker = await s.as({ roles: ['finance'] })
    const checker = await s.as({ roles: ['finance'] })
    await maker.post('money/fundAccount/askBudget', { id, amount: budget, reason: '年初预算' })
    expect((await checker.post('money/fundAccount/approveBudget', { id })).msg).toBe('成功')
    return id
  }
  const totals = async (id: string) => (await s.db.query<{ reserved: number }>(sql`select reserved::float8 as reserved from fund_account where id = ${id}`))[0]?.reserved
  const [poor, rich] = [await fund(50_000), await fund(150_000)]
  for (const [fundId, isEnough] of [
    [poor, false],
    [rich, true],
  ] as const) {
    const itemId = await s.item([], { fundId })
    const batchId = await s.batch([itemId])
    const id = await nominated(await s.pupil(), batchId, itemId)
    await openNotice(batchId)
    await s.endNotice(batchId)
    const answer = await grant(batchId)
    expect([answer.code === 200, (await s.record(id)) !== undefined, await totals(fundId)]).toEqual([isEnough, isEnough, isEnough ? 100_000 : 0])
    const record = await s.record(id)
    if (record) expect((await s.officer.post('award/awardRecord/revoke', { id: record.id, reason: '材料不实' })).msg).toBe('成功')
  }
  expect(await totals(rich)).toBe(0)
})
describe('40-A2 facts are looked at again', () => {
  it('before the notice: whose facts changed is set aside with the reason, and refused at nomination', async () => {
    const [a, b] = [await s.pupil(), await s.pupil()]
    s.grades[a.id] = ranked(1, 40)
    s.grades[b.id] = ranked(2, 40)
    const itemId = await s.item([TOP_TEN])
    const batchId = await s.batch([itemId])
    const one = await nominated(a, batchId, itemId)
    const two = await s.approved(b, batchId, itemId)
    s.grades[a.id] = ranked(30, 40)
    s.grades[b.id] = ranked(31, 40)
    expect(rulesOf(await s.nominate(s.college, two))).toEqual(['factChanged'])
    expect((await openNotice(batchId)).data).toMatchObject({ count: 0, returned: 1 })
    const held = await s.case(one)
    expect(held.state).toBe('review')
    expect(held.reviewReason).toContain('现为 75 %')
    expect((await s.college.post('award/awardApplication/decideReview', { id: one, isKept: true, reason: '成绩录入有误，已更正' })).msg).toBe('成功')
    expect((await s.case(one)).state).toBe('nominated')
  })
  it('a punishment during the notice returns the case, and its seat is free after the decision', async () => {
    const who = await s.pupil()
    const back = s.withDiscipline()
    const itemId = await s.item([{ name: '没有处分', when: { fact: 'discipline.inForce', op: 'eq', value: false } }])
    const batchId = await s.batch([itemId], { [s.ids.info]: 1 })
    const id = await nominated(who, batchId, itemId)
    await openNotice(batchId)
    s.punished.add(who.id)
    await s.db.emit('discipline.effective', { punishmentId: who.id, studentId: who.id, level: 'warning', from: today(), to: null })
    await s.server.settle()
    expect([(await s.case(id)).state, await s.used(batchId)]).toEqual(['review', [1]])
    await s.endNotice(batchId)
    expect(rulesOf(await grant(batchId))).toEqual(['nothing'])
    expect((await s.college.post('award/awardApplication/decideReview', { id, isKept: false, reason: '处分生效' })).msg).toBe('成功')
    expect([(await s.case(id)).state, await s.used(batchId)]).toEqual(['rejected', [0]])
    back()
  })
})
it('40-A7 an upheld objection returns the seat to the college, and the next is offered it', async () => {
  const [a, b] = [await s.pupil(), await s.pupil()]
  const itemId = await s.item([])
  const batchId = await s.batch([itemId], { [s.ids.info]: 1 })
  const [one, two] = [await s.approved(a, batchId, itemId), await s.approved(b, batchId, itemId)]
  await s.college.post('award/awardQuota/rank', { id: await s.quotaOf(batchId, itemId), ids: [one, two] })
  await s.nominate(s.college, one)
  await openNotice(batchId)
  const objection = await raise(one, b)
  await s.endNotice(batchId)
  expect(rulesOf(await grant(batchId))).toEqual(['workflow.publicNotice.objected'.split('.').at(-1)])
  expect((await s.officer.post('workflow/objection/decide', { id: objection, upheld: true, answer: '复核后成绩有误' })).msg).toBe('成功')
  await s.server.settle()
  expect([(await s.case(one)).state, (await s.case(two)).state, (await s.case(two)).offeredAt === null, await s.used(batchId)]).toEqual(['rejected', 'approved', false, [0]])
  expect((await s.nominate(s.college, two)).msg).toBe('成功')
  expect((await openNotice(batchId)).data.count).toBe(1)
})
describe('40-A10 a revoked award', () => {
  it('stays in the archive; what is not paid is stopped, and what was paid is proposed for recovery', async () => {
    const finance = await s.as({ roles: ['finance'], nickName: '财务处' })
    const [a, b] = [await s.pupil(), await s.pupil()]
    const itemId = await s.item([])
    const batchId = await s.batch([itemId], { [s.ids.info]: 2 })
    const cases = [await nominated(a, batchId, itemId), await nominated(b, batchId, itemId)]
    await openNotice(batchId)
    await s.endNotice(batchId)
    await grant(batchId)
    const [one, two] = [await s.record(cases[0] ?? ''), await s.record(cases[1] ?? '')]
    const revoke = (id = '') => s.officer.post<{ recover: number }>('award/awardRecord/revoke', { id, reason: '材料不实' })
    expect((await revoke(one?.id)).data).toEqual({ recover: 0 })
    expect(await s.db.query(sql`select 1 from payout_line where grant_id = ${one?.id}`)).toEqual([])
    await s.db.query(sql`update payout_list set state = 'exported' where source = 'award'`)
    expect((await revoke(two?.id)).data).toEqual({ recover: 100_000 })
    expect(rulesOf(await revoke(two?.id))).toEqual(['state'])
    const todos = await s.db.query<{ title: string }>(sql`select title from todo where user_id = ${finance.userId} and biz_id = ${two?.id}`)
    expect(todos).toEqual([{ title: `追回 周雨桐 的${await nameOf(itemId)} 1,000.00 元` }])
    await s.server.settle()
    expect(await s.db.unscoped(awardRecord).one(two?.id ?? '')).toMatchObject({ state: 'revoked', revokeReason: '材料不实' })
    expect((await s.case(cases[1] ?? '')).state).toBe('revoked')
    expect((await factsOfStudents(s.db, oneStudent(b.id), ['award.count']))(b.id)).toMatchObject({ 'award.count': 0 })
    await s.db.query(sql`update award_record set granted_on = granted_on - 9 where id = ${two?.id}`)
    const aidedOn = async (day: string) => (await s.db.query(aidedBy(s.db, oneStudent(b.id), sql`${two?.xn}::text`, sql`${day}::date`))).length
    expect([await aidedOn(addDays(today(), -1)), await aidedOn(today())]).toEqual([1, 0])
  })
  const nameOf = async (id: string): Promise<string> => (await s.db.query<{ name: string }>(sql`select name from award_item where id = ${id}`))[0]?.name ?? ''
})
it('40-A1 the year of study changes with the school year, in September where the calendar says nothing else', async () => {
  const { id } = await s.pupil()
  const [who] = await s.db.query<{ grade: number }>(sql`select grade from student where id = ${id}`)
  const year = async (on: string) => (await factsOfStudents(s.db, oneStudent(id), ['award.studyYear'], on))(id)['award.studyYear']
  const first = 2040 - (who?.grade ?? 0) + 1
  expect([await year('2041-08-31'), await year('2041-09-01')]).toEqual([first, first + 1])
})
