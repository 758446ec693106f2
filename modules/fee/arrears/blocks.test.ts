import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { type Chooser, claimSchool } from '#modules/dormitory/claims/testing.ts'
import { rulesOf as rulesOfHold } from '#modules/dormitory/places/testing.ts'
import { arrearsFor, studentServices } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { askedOn, listedOn } from '#testing/questions.ts'
import { addRegistration } from '#testing/registrations.ts'
import type { Actor } from '#testing/school.ts'
import { billLine } from '../bills/model/bill-line.ts'
import { stateOf } from '../bills/model/standing.ts'
import { coverSources, followCover, handIn } from '../bills/server/api.ts'
import { chargeItem } from '../prices/model/charge-item.ts'
import { type FeeSchool, feeSchool } from '../testing.ts'
import { feeTalk } from './model/fee-talk.ts'

const XN = '2098-2099'
let s: FeeSchool
let fdy: Actor
beforeAll(async () => {
  s = await feeSchool()
  fdy = await s.as({ roles: ['fdy'], teacherId: s.ids.lin, userType: 2 })
})
let without = () => {}
afterEach(() => without())
afterAll(() => s.close())
const rulesOf = (answer: { errors: Array<{ rule: string }> }): string[] => answer.errors.map(e => e.rule.replace('fee.', ''))
const set = (service: string, effect: string, by = s.finance) => by.post('fee/serviceBlock/set', { service, effect })
const offered = async () => (await s.finance.get<Array<{ service: string; effect: string }>>('fee/serviceBlock/offered')).data
const owing = async () => (await arrearsFor(s.db, 'test.register', [s.payer.id])).get(s.payer.id)
const offer = (more: object = {}) => addRegistration(s.server.core.registry, studentServices, { code: 'test.register', label: '注册', ...more })

describe('40-F16 arrears and services', () => {
  it('a module offers a service; the school warns or blocks by it, and nothing is kept from anybody else', async () => {
    without = offer()
    await s.line(500_00, { xn: XN, dueDate: addDays(today(), -5) })
    expect([await owing(), (await offered()).find(o => o.service === 'test.register')?.effect]).toEqual([undefined, 'none'])
    await set('test.register', 'warn')
    expect(await owing()).toEqual({ amount: 500_00, blocks: false })
    await set('test.register', 'block')
    expect(await owing()).toEqual({ amount: 500_00, blocks: true })
    await set('test.register', 'none')
    expect(await owing()).toBeUndefined()
  })
  it('only what is overdue counts: not what is deferred, waits for a loan, or is not due', async () => {
    without = offer()
    await set('test.register', 'block')
    const before = (await owing())?.amount ?? 0
    const line = await s.line(300_00, { xn: XN, dueDate: addDays(today(), -5) })
    const due = await s.line(200_00, { xn: XN, dueDate: addDays(today(), 5) })
    expect((await owing())?.amount).toBe(before + 300_00)
    await s.db.update(billLine, line, { deferUntil: addDays(today(), 3) })
    expect([(await owing())?.amount ?? 0, stateOf(await s.db.unscoped(billLine).one(due), today())]).toEqual([before, 'unpaid'])
  })
  it('60-ST1 who owes and was spoken to by nobody counts as on that day: before it was booked nobody owes, and from the talk on nobody is silent', async () => {
    const days = [addDays(today(), -1), today(), addDays(today(), 1)]
    const figures = async () => (await askedOn(s, 'fee.silent', days)).map(f => [f.silent, f.silentOf])
    const before = await figures()
    const line = await s.line(700_00, { xn: XN, dueDate: addDays(today(), -100) })
    expect([before, await figures(), await listedOn(s, 'fee.silent', today())]).toEqual([
      [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
      [
        [0, 0],
        [1, 1],
        [1, 1],
      ],
      [s.payer.id],
    ])
    const talk = await s.db.insert(feeTalk, { studentId: s.payer.id, talkedOn: addDays(today(), 1), way: 'phone', note: '下周缴' })
    expect(await figures()).toEqual([
      [0, 0],
      [1, 1],
      [0, 1],
    ])
    await s.db.remove(feeTalk, talk.id)
    await s.db.update(billLine, line, { deferUntil: addDays(today(), 1) })
    expect(await figures()).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ])
  })
  it('60-ST1 what was put off, in a plan or waiting for a loan counts as agreed on that day, whatever was agreed since', async () => {
    const days = [today(), addDays(today(), 1), addDays(today(), 2)]
    const owed = async () => (await askedOn(s, 'fee.silent', days)).map(f => f.owed)
    const before = await owed()
    const line = await s.line(900_00, { xn: XN, dueDate: addDays(today(), -100) })
    const more = async () => (await owed()).map((n, i) => Number(n) - Number(before[i]))
    /** What was agreed until today, was so until this day. */
    const shift = (until: string) => s.db.query(sql`update bill_wait set until = ${until} where tenant_id = ${s.tenantId} and line_id = ${line} and until = ${today()}`)
    await s.db.update(billLine, line, { loanPending: 400_00 })
    await s.db.update(billLine, line, { deferUntil: addDays(today(), 9) })
    expect(await more()).toEqual([0, 0, 0])
    await shift(addDays(today(), 2))
    expect(await more()).toEqual([900, 900, 0])
    await s.db.update(billLine, line, { deferUntil: null, instalments: [{ date: addDays(today(), 30), amount: 300_00 }] })
    await shift(addDays(today(), 1))
    expect(await more()).toEqual([0, 900, 200])
    // no loan stands behind it: the next line of the student would take it back
    await s.db.update(billLine, line, { loanPending: 0 })
  })
  it('40-F3 what is voluntary keeps no service back', async () => {
    without = offer()
    await set('test.register', 'block')
    const before = (await owing())?.amount ?? 0
    const line = await s.line(80_00, { item: 'books', xn: XN, dueDate: addDays(today(), -5) })
    expect([(await owing())?.amount ?? 0, stateOf(await s.db.unscoped(billLine).one(line), today())]).toEqual([before, 'overdue'])
  })
  it('withholding papers of graduation is not on the list and cannot be ticked', async () => {
    without = offer({ code: 'test.diploma', label: '毕业证书', isGraduation: true })
    expect((await offered()).map(o => o.service)).not.toContain('test.diploma')
    expect(rulesOf(await set('test.diploma', 'block'))).toEqual(['serviceBlock.graduation'])
    expect(rulesOf(await set('test.nothing', 'block'))).toEqual(['serviceBlock.unknown'])
  })
  it('the choice of beds offers itself', async () => {
    expect((await offered()).map(o => o.service)).toContain('dormitory.choose')
    expect((await set('dormitory.choose', 'block', fdy)).code).toBe(403)
  })
})
describe('20-DF5 40-F16 arrears and the choice of beds', () => {
  it('keep nobody from a bed unless the school says so, and then whoever owes past the date alone', async () => {
    const c = await claimSchool()
    const finance = await c.as({ roles: ['finance'], userType: 2 })
    const block = (effect: string) => finance.post('fee/serviceBlock/set', { service: 'dormitory.choose', effect })
    await c.db.insert(chargeItem, { code: 'lodging', name: '住宿费', nature: 'administrative', filingNo: 'JY1', period: 'year', priority: 20 })
    const [late, soon] = (await c.choosers(2)) as [Chooser, Chooser]
    const owes = ({ studentId: id }: Chooser, days: number) =>
      handIn(c.db, [
        {
          ...{ sourceType: 'test', sourceId: id, sourceSeq: '1', item: 'lodging', amount: 800_00, xn: XN, explain: {} },
          ...{ payer: { type: 'student', id, name: '选床位' }, dueDate: addDays(today(), days) },
        },
      ])
    await Promise.all([owes(late, -5), owes(soon, 5)])
    const roundId = await c.round()
    const hold = async (who: Chooser, bed: string) => rulesOfHold(await c.hold(who, roundId, bed))
    expect(await hold(late, '7号楼101-1')).toEqual([])
    await block('block')
    expect([await hold(late, '7号楼101-2'), await hold(soon, '7号楼101-2')]).toEqual([['unpaid'], []])
    await block('warn')
    expect(await hold(late, '7号楼101-3')).toEqual([])
    expect((await late.actor.get<Array<{ warned: number }>>('dorm/claimRound/mine', { id: roundId })).data[0]).toMatchObject({ warned: 800_00 })
    await c.close()
  })
})
describe('40-F15 what others are going to pay', () => {
  it('a registered loan defers what it covers without an application, tuition first, and its end makes it owed again', async () => {
    const loans = new Map([[s.payer.id, 800_00]])
    without = addRegistration(s.server.core.registry, coverSources, {
      code: 'test.loan',
      covered: async (_db: unknown, _ids: unknown, xn: string) => (xn === '2097-2098' ? loans : new Map()),
    })
    const at = { xn: '2097-2098', dueDate: addDays(today(), -5) }
    // new lines are covered by what was registered before them
    const [lodging, tuition, exam] = [await s.line(300_00, { ...at, item: 'lodging' }), await s.line(600_00, at), await s.line(50_00, { ...at, item: 'exam' })]
    const pending = async () => Promise.all([tuition, lodging, exam].map(async id => (await s.db.unscoped(billLine).one(id)).loanPending))
    expect(await pending()).toEqual([600_00, 200_00, 0])
    expect(stateOf(await s.db.unscoped(billLine).one(tuition), today())).toBe('loan')
    loans.clear()
    await followCover(s.db, [s.payer.id], at.xn)
    expect([await pending(), stateOf(await s.db.unscoped(billLine).one(tuition), today())]).toEqual([[0, 0, 0], 'overdue'])
  })
})
describe('40 §1 talks about arrears', () => {
  it('are noted by the counsellor of the student, and by nobody for a student of others', async () => {
    const other = await s.as({ roles: ['fdy'], teacherId: s.ids.he, userType: 2 })
    const talk = { studentId: s.payer.id, talkedOn: today(), way: 'phone', note: '下月兼职工资到账后缴清', promisedOn: addDays(today(), 20) }
    expect([(await fdy.post('fee/feeTalk/note', talk)).code, (await other.post('fee/feeTalk/note', talk)).code]).toEqual([200, 404])
    expect(rulesOf(await fdy.post('fee/feeTalk/note', { ...talk, talkedOn: addDays(today(), 1) }))).toEqual(['feeTalk.future'])
    expect(await s.db.unscoped(feeTalk).count({ studentId: s.payer.id })).toBe(1)
  })
})
