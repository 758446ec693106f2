import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { schoolYear } from '#modules/campus/model/calendar.ts'
import { draftOf, selfOf } from '#modules/student/testing.ts'
import { expectTask } from '#modules/workflow/tasks/testing.ts'
import { mismatches } from '#server/ledger/check.ts'
import type { Actor } from '#testing/school.ts'
import { billLedger, billLine } from '../bills/model/bill-line.ts'
import { type PaySchool, paySchool } from '../orders/testing.ts'
import { chargeItem } from '../prices/model/charge-item.ts'
import { chargeStandard } from '../prices/model/charge-standard.ts'
import { optionalChoice, optionalOffer, type ownChoices, type WISHES } from './model/offer.ts'

const PRICE = 600_00
const year = schoolDate(Date.now()).slice(0, 4)
const inHours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
const dueDate = schoolDate(Date.now() + 400 * HOUR_MS)
let s: PaySchool
let counsellor: Actor
let other: Actor
let [count, years] = [0, 2040]
beforeAll(async () => {
  s = await paySchool()
  await s.db.insert(chargeStandard, { itemId: s.items.books, xn: '2022-2023', departmentId: s.ids.info, amount: PRICE })
  const officer = await s.as({ roles: ['officer'] })
  const { id } = (await officer.post<{ id: string }>('base/student/add', draftOf(s.ids.a2301, { name: '苏眠' }))).data
  other = await selfOf(s, id)
  counsellor = await s.as({ roles: ['fdy'], teacherId: s.ids.lin })
})
afterAll(() => s.close())
/** A school year of its own, so that what one test chooses is not chosen in another. */
async function newYear(): Promise<string> {
  const xn = `${years}-${++years}`
  await s.db.insert(schoolYear, { xn, startDate: `${years - 1}-09-01`, endDate: `${years}-08-31` })
  return xn
}
const draft = (xn: string, more: object = {}) => ({
  ...{ name: `教材征订${++count}`, xn, itemId: s.items.books, beginTime: inHours(-1), endTime: inHours(100), dueDate, audience: { roles: ['student'] } },
  ...{ ownerDepartmentId: s.ids.info, ...more },
})
async function published(xn?: string): Promise<string> {
  const { data } = await s.finance.post<{ id: string }>('fee/optionalOffer/add', draft(xn ?? (await newYear())))
  expect((await s.finance.post('fee/optionalOffer/publish', { id: data.id })).msg).toBe('成功')
  return data.id
}
const choiceOf = (offerId: string, studentId = s.payer.id) => s.db.unscoped(optionalChoice).find({ offerId, studentId })
async function choose(offerId: string, wish: keyof typeof WISHES, more: object = {}, who = s.student) {
  const version = who === s.student ? (await choiceOf(offerId))?.version : undefined
  return who.post('fee/optionalChoice/answer', { offerId, wish, ...(wish === 'yes' ? { amount: PRICE } : {}), ...(version === undefined ? {} : { version }), ...more })
}
const linesOf = async (offerId: string) => {
  const { xn } = await s.db.unscoped(optionalOffer).one(offerId)
  return s.db.unscoped(billLine).all({ studentId: s.payer.id, itemId: s.items.books, xn: xn ?? '' })
}
const ruleOf = (answer: { errors: ReadonlyArray<{ rule: string } | undefined> }) => answer.errors[0]?.rule.split('.').at(-1)

describe('40-F3 an offer of an optional item as a task', () => {
  expectTask(() => ({
    school: s,
    round: optionalOffer,
    rounds: 'fee/optionalOffer',
    answers: 'fee/optionalChoice',
    published,
    answer: (id, who) => choose(id, 'no', {}, who),
    officer: s.finance,
    counsellor,
    students: [s.student, other],
    reminder: 'fee.chooseRemind',
  }))
})
describe('40-F3 whoever offers', () => {
  it('offers only what is optional, in use, of a year that there is, due after the choice', async () => {
    const xn = await newYear()
    const refused = async (more: object) => ruleOf(await s.finance.post('fee/optionalOffer/add', draft(xn, more)))
    expect(await refused({ itemId: s.items.tuition })).toBe('obligatory')
    expect(await refused({ xn: '1999-2000' })).toBe('year')
    expect(await refused({ xqM: '1' })).toBe('wholeYear')
    expect(await refused({ dueDate: `${year}-01-01`, beginTime: inHours(-100), endTime: inHours(9_000) })).toBe('due')
    const { id } = await s.db.insert(chargeItem, { code: 'old', name: '停用教材', nature: 'agency', optional: true, period: 'term', isEnabled: false })
    expect(await refused({ itemId: id })).toBe('disabled')
    await s.db.update(chargeItem, id, { isEnabled: true })
    expect(await refused({ itemId: id })).toBe('term')
  })
  it('changes neither the item’s year nor the due date once it is announced', async () => {
    const id = await published()
    const { version } = await s.db.unscoped(optionalOffer).one(id)
    expect(ruleOf(await s.finance.post('fee/optionalOffer/update', { id, version, dueDate: schoolDate(Date.now() + 800 * HOUR_MS) }))).toBe('fixed')
  })
})
describe('40-F3 a student', () => {
  it('sees the own price and why, and owes nothing before saying yes', async () => {
    const id = await published()
    const mine = (await s.student.get<Array<OutputOf<typeof ownChoices.mine>>>('fee/optionalChoice/mine')).data.find(o => o?.offerId === id)
    expect(mine).toMatchObject({ item: '教材费', price: PRICE, matched: '信息工程学院', canChange: true, answer: null })
    expect((await choose(id, 'no')).msg).toBe('成功')
    expect(await linesOf(id)).toEqual([])
  })
  it('says yes and owes the standard, with its explanation; twice at once it is one line', async () => {
    const id = await published()
    // none of the three has seen an answer, however late it comes
    const answers = await Promise.all([1, 2, 3].map(() => s.student.post('fee/optionalChoice/answer', { offerId: id, wish: 'yes', amount: PRICE })))
    expect(answers.filter(a => a.code === 200)).toHaveLength(1)
    const lines = await linesOf(id)
    expect(lines).toEqual([
      expect.objectContaining({ charged: PRICE, owed: PRICE, dueDate, sourceType: 'optionalChoice', explain: expect.objectContaining({ price: PRICE, matched: '信息工程学院' }) }),
    ])
    expect(await choiceOf(id)).toMatchObject({ wish: 'yes', amount: PRICE })
    expect((await s.finance.get<{ yes: number; sum: number }>('fee/optionalChoice/board', { id })).data).toMatchObject({ yes: 1, no: 0, sum: PRICE })
    const mine = (await s.student.get<{ toPay: Array<{ id: string; isOptional: boolean; isApart: boolean }> }>('fee/payOrder/mine')).data.toPay
    expect(mine.find(l => l.id === lines[0]?.id)).toMatchObject({ isOptional: true, isApart: true })
  })
  it('does not owe the same item of a year twice, whichever offer it is in', async () => {
    const xn = await newYear()
    const [first, second] = [await published(xn), await published(xn)]
    const answers = await Promise.all([choose(first, 'yes'), choose(second, 'yes')])
    expect(answers.map(a => a.code).sort()).toEqual([200, 422])
    expect(answers.map(ruleOf)).toContain('billed')
    expect((await linesOf(first)).map(l => l.charged)).toEqual([PRICE])
    // no in the one that it was not chosen in takes nothing back
    const [chosen, left] = answers[0]?.code === 200 ? [first, second] : [second, first]
    expect((await choose(left, 'no')).code).toBe(200)
    expect([(await linesOf(first)).map(l => l.charged), (await choiceOf(chosen))?.wish]).toEqual([[PRICE], 'yes'])
  })
  it('is refused where the price is another by now or there is none, and nothing is written', async () => {
    const id = await published()
    const moved = await choose(id, 'yes', { amount: PRICE - 1 })
    expect([ruleOf(moved), moved.errors[0]?.values]).toEqual(['moved', { item: '教材费', amount: '600.00', shown: '599.99' }])
    expect(ruleOf(await choose(id, 'yes', {}, other))).toBe('noPrice')
    expect([await choiceOf(id), await linesOf(id)]).toEqual([undefined, []])
  })
  it('leaves it again while nothing is paid, an open order closed, and takes it once more', async () => {
    const id = await published()
    await choose(id, 'yes')
    const [line] = await linesOf(id)
    const order = await s.order([line?.id ?? ''], PRICE)
    expect((await choose(id, 'no')).msg).toBe('成功')
    await s.server.settle()
    expect([(await s.lineOf(line?.id ?? '')).owed, (await s.lineOf(line?.id ?? '')).closedAt === null, (await s.orderOf(order.id)).state]).toEqual([0, false, 'closed'])
    expect((await choose(id, 'yes')).msg).toBe('成功')
    expect(await s.lineOf(line?.id ?? '')).toMatchObject({ owed: PRICE, closedAt: null })
    expect((await mismatches(s.db, billLedger)).filter(m => m.id === line?.id)).toEqual([])
  })
  it('cannot leave what is paid; paying and leaving at once keep the money', async () => {
    const id = await published()
    await choose(id, 'yes')
    const lineId = (await linesOf(id))[0]?.id ?? ''
    const { orderNo } = await s.order([lineId], PRICE)
    const before = await s.credit()
    const [left] = await Promise.all([choose(id, 'no'), s.pay(orderNo)])
    await s.server.settle()
    const line = await s.lineOf(lineId)
    expect([line.owed, line.paid + (await s.credit()) - before]).toEqual([0, PRICE])
    expect([line.charged, (await choiceOf(id))?.wish]).toEqual(left.code === 200 ? [0, 'no'] : [PRICE, 'yes'])
    if (left.code === 200) expect((await choose(id, 'yes')).code).toBe(200)
    else expect(left.errors[0]).toMatchObject({ rule: 'fee.optionalChoice.paid', values: { item: '教材费', paid: '600.00' } })
  })
})
