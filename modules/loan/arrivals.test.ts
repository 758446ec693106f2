import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportProfile } from '#modules/exchange/model/profile.ts'
import { billLedger, billLine, payerCredit } from '#modules/fee/bills/model/bill-line.ts'
import { takeMoney } from '#modules/fee/bills/server/api.ts'
import { payoutLine, payoutList } from '#modules/money/payout/model/payout.ts'
import { student } from '#modules/student/model/student.ts'
import { mismatches } from '#server/ledger/check.ts'
import { writeWorkbook } from '#server/spreadsheets/write.ts'
import { upload } from '#testing/roster.ts'
import { serial } from '#testing/serial.ts'
import { loanArrival, loanArrivalFile } from './model/arrival.ts'
import { type Borrower, type LoanSchool, loanSchool, ruleOf } from './testing.ts'

let s: LoanSchool
let profileId: string
beforeAll(async () => {
  s = await loanSchool()
  profileId = (await s.db.unscoped(exportProfile).find({ dataset: 'loanArrival' }))?.id ?? ''
})
afterAll(() => s.close())
const TITLES = ['合同号', '身份证号', '姓名', '贷款金额', '放款金额', '放款日期', '银行流水号']
interface Row {
  contract?: string
  idNo?: string
  name?: string
  amount: number
  seq?: string
}
const seqOf = () => `LS${serial('bankSeq')}`
async function fileOf(rows: readonly Row[], by = s.officer): Promise<string> {
  const cells = rows.map(r => [r.contract ?? '', r.idNo ?? '', r.name ?? '', '', (r.amount / 100).toFixed(2), '2026-11-20', r.seq ?? seqOf()])
  const content = await buffer(writeWorkbook({ name: '放款', columns: TITLES.map(title => ({ title })), rows: [cells] }))
  return (await upload<{ fileId: string }>(by, 'oss/oss/endpoint/put-file', content, '放款.xlsx')).data.fileId
}
interface Figures {
  fileId: string
  count: number
  matched: number
  unmatched: number
  again: number
}
const load = async (rows: readonly Row[], by = s.officer) => by.post<Figures>('loan/loanArrival/import', { profileId, fileId: await fileOf(rows, by) })
const linesOf = ({ id }: Borrower) => s.db.unscoped(billLine).all({ studentId: id })
const owed = async (who: Borrower) => (await linesOf(who)).reduce((sum, l) => sum + l.owed, 0)
const payouts = ({ id }: Borrower) => s.db.unscoped(payoutLine).all({ studentId: id })
const arrivalOf = async (bankSeq: string) => {
  const row = await s.db.unscoped(loanArrival).find({ bankSeq })
  if (!row) throw new Error('no arrival')
  return row
}
/** A borrower with a registered loan of 12,000.00. */
async function awaiting(name: string, more: object = {}) {
  const contract = `HT${serial('contract')}Y`
  const who = await s.borrower(name)
  const made = await s.registerMine(who, { contractNo: contract, ...more })
  if (made.code !== 200) throw new Error(made.msg)
  return { who, contract, loanId: made.data.id }
}

describe('40-L3 an arrival pays tuition, then lodging, and the rest is surplus', () => {
  it('offsets 6,700 of 12,000 and pays out 5,300', async () => {
    const { who, contract, loanId } = await awaiting('林一')
    const seq = seqOf()
    expect((await load([{ contract, amount: 12_000_00, seq }])).data).toMatchObject({ count: 1, matched: 1, unmatched: 0, again: 0 })
    expect(await arrivalOf(seq)).toMatchObject({ matched: true, offsetTotal: 6_700_00, surplus: 5_300_00, loanId })
    const lines = await linesOf(who)
    expect([await owed(who), lines.every(l => l.loanPending === 0), lines.map(l => l.offset).sort((a, b) => a - b)]).toEqual([0, true, [1_200_00, 5_500_00]])
    expect((await payouts(who)).map(p => [p.amount, p.state])).toEqual([[5_300_00, 'ready']])
    expect(await s.loanOf(loanId)).toMatchObject({ state: 'arrived', arrived: 12_000_00, offsetTotal: 6_700_00, surplus: 5_300_00 })
    await s.db.emit('money.payoutPaid', { source: 'loanSurplus', grantId: (await arrivalOf(seq)).id })
    await s.server.settle()
    expect((await s.loanOf(loanId)).state).toBe('active')
  })
  it('gives the surplus to credit where the student chose so', async () => {
    const { who, contract, loanId } = await awaiting('林二', { surplusTo: 'credit' })
    await load([{ contract, amount: 12_000_00 }])
    const credit = await s.db.unscoped(payerCredit).find({ studentId: who.id, origin: 'loan' })
    expect([credit?.balance, (await payouts(who)).length, (await s.loanOf(loanId)).state]).toEqual([5_300_00, 0, 'active'])
  })
  it('makes what the student paid the minute before surplus, and takes no line below 0', async () => {
    const { who, contract } = await awaiting('林三')
    const tuition = (await linesOf(who)).find(l => l.charged === 5_500_00)
    await takeMoney(s.db, { sourceType: 'test', sourceId: `paid${serial('pay')}` }, 'own', [{ lineId: tuition?.id ?? '', amount: 5_500_00 }])
    await load([{ contract, amount: 12_000_00 }])
    expect([await owed(who), (await payouts(who))[0]?.amount]).toEqual([0, 10_800_00])
  })
  it('keeps money whole while the student pays at the same moment', async () => {
    const { who, contract } = await awaiting('林四')
    const lines = await linesOf(who)
    const fileId = await fileOf([{ contract, amount: 12_000_00 }])
    await Promise.all([
      s.officer.post('loan/loanArrival/import', { profileId, fileId }),
      ...lines.map(l => takeMoney(s.db, { sourceType: 'test', sourceId: `race${serial('pay')}` }, 'own', [{ lineId: l.id, amount: l.charged }])),
    ])
    const after = await linesOf(who)
    expect(after.map(l => l.owed)).toEqual([0, 0])
    const own = (await s.db.unscoped(payerCredit).find({ studentId: who.id, origin: 'own' }))?.balance ?? 0
    const surplus = (await payouts(who)).reduce((sum, p) => sum + p.amount, 0)
    const held = after.reduce((sum, l) => sum + l.paid + l.offset, 0)
    expect([held, own + surplus]).toEqual([6_700_00, 12_000_00])
    expect((await mismatches(s.db, billLedger)).filter(m => after.some(l => l.id === m.id))).toEqual([])
  })
  it('waits for the rest of a loan that comes in parts', async () => {
    const { who, contract, loanId } = await awaiting('林五')
    await load([{ contract, amount: 5_500_00 }])
    expect([(await s.loanOf(loanId)).state, await owed(who), (await linesOf(who)).reduce((sum, l) => sum + l.loanPending, 0)]).toEqual(['registered', 1_200_00, 1_200_00])
    await load([{ contract, amount: 6_500_00 }])
    expect([(await s.loanOf(loanId)).arrived, await owed(who)]).toEqual([12_000_00, 0])
  })
})
describe('40-L4 rows find their loans', () => {
  it('by contract, else by identity number and amount; what fits none waits with its reason', async () => {
    const [a, b, c] = [await awaiting('周一'), await awaiting('周二'), await awaiting('周三')]
    const idNo = async (who: Borrower) => (await s.db.unscoped(student).one(who.id)).idNo
    const rows = [
      { idNo: await idNo(a.who), amount: 12_000_00, seq: seqOf() },
      { contract: b.contract, idNo: await idNo(c.who), amount: 12_000_00, seq: seqOf() },
      { contract: b.contract, amount: 12_000_01, seq: seqOf() },
      { contract: 'NOBODY1', amount: 100_00, seq: seqOf(), name: '无名' },
    ]
    const fileId = await fileOf(rows)
    const preview = await s.officer.post<Figures & { over: number; rows: Array<{ why: string }> }>('loan/loanArrival/preview', { profileId, fileId })
    expect([preview.data, preview.data.rows.map(r => r.why)]).toEqual([expect.objectContaining({ matched: 1, unmatched: 3, over: 1 }), ['foreign', 'over', 'unknown']])
    expect(await s.db.unscoped(loanArrivalFile).count({ name: '放款.xlsx', count: 4 })).toBe(0)
    expect((await s.officer.post<Figures>('loan/loanArrival/import', { profileId, fileId })).data).toMatchObject({ matched: 1, unmatched: 3 })
    const open = await arrivalOf(rows[3]?.seq ?? '')
    expect(open).toMatchObject({ matched: false, why: 'unknown', name: '无名' })
    expect(ruleOf(await s.officer.post('loan/loanArrival/match', { id: (await arrivalOf(rows[2]?.seq ?? '')).id, loanId: b.loanId }))).toBe('over')
    expect((await s.officer.post('loan/loanArrival/match', { id: open.id, loanId: c.loanId })).code).toBe(200)
    expect([(await arrivalOf(rows[3]?.seq ?? '')).offsetTotal, ruleOf(await s.officer.post('loan/loanArrival/match', { id: open.id, loanId: b.loanId }))]).toEqual([
      100_00,
      'matched',
    ])
  })
  it('loads a file once, whoever loads it and at once, and of another file what is new', async () => {
    const many = await Promise.all(Array.from({ length: 6 }, (_, n) => awaiting(`吴${n}`)))
    const rows = many.map(m => ({ contract: m.contract, amount: 12_000_00, seq: seqOf() }))
    const fileId = await fileOf(rows)
    const content = async (by: typeof s.officer) => by.post<Figures>('loan/loanArrival/import', { profileId, fileId: by === s.officer ? fileId : await fileOf(rows, by) })
    const both = await Promise.all([content(s.officer), content(s.second)])
    const again = await s.officer.post('loan/loanArrival/import', { profileId, fileId })
    expect(ruleOf(again)).toBe('seen')
    const booked = await s.db.unscoped(loanArrival).all({ bankSeq: rows.map(r => r.seq) })
    expect([booked.length, booked.every(b => b.matched && b.offsetTotal === 6_700_00), both.some(a => a.code === 200)]).toEqual([6, true, true])
    for (const { who, loanId } of many) expect([(await payouts(who)).length, (await s.loanOf(loanId)).arrived]).toEqual([1, 12_000_00])
    const one = await awaiting('吴九')
    expect((await load([...rows, { contract: one.contract, amount: 12_000_00 }])).data).toMatchObject({ count: 7, matched: 1, again: 6 })
  })
  it('books two files of one loan at once only as far as the loan goes', async () => {
    const { contract, loanId } = await awaiting('郑一')
    await Promise.all([load([{ contract, amount: 12_000_00 }]), load([{ contract, amount: 12_000_00 }], s.second)])
    const rows = await s.db.unscoped(loanArrival).all({ contractTail: contract.slice(-4), amount: 12_000_00 })
    expect([(await s.loanOf(loanId)).arrived, rows.filter(r => r.loanId === loanId).length]).toEqual([12_000_00, 1])
  })
  it('refuses a file with a row whose amount is none', async () => {
    expect(ruleOf(await load([{ contract: 'X1234', amount: 0 }]))).toBe('bad')
  })
})
describe('40-M4 a match is undone by a second person', () => {
  it('owes the bills again, takes the surplus off its list, and may be matched anew', async () => {
    const { who, contract, loanId } = await awaiting('冯一')
    const seq = seqOf()
    await load([{ contract, amount: 12_000_00, seq }])
    const { id } = await arrivalOf(seq)
    const undo = (by: typeof s.officer) => by.post('loan/loanArrival/unmatch', { id })
    expect(ruleOf(await undo(s.second))).toBe('notAsked')
    expect((await s.officer.post('loan/loanArrival/askUnmatch', { id, reason: '认错人' })).code).toBe(200)
    expect(ruleOf(await undo(s.officer))).toBe('sameHand')
    expect((await undo(s.second)).code).toBe(200)
    expect([await owed(who), await payouts(who), (await s.loanOf(loanId)).state]).toEqual([6_700_00, [], 'awaiting'])
    expect((await linesOf(who)).reduce((sum, l) => sum + l.loanPending, 0)).toBe(6_700_00)
    expect((await s.officer.post('loan/loanArrival/match', { id, loanId })).code).toBe(200)
    expect([await owed(who), (await payouts(who))[0]?.amount, (await arrivalOf(seq)).offsetTotal]).toEqual([0, 5_300_00, 6_700_00])
  })
  it('leaves a surplus that is on its way to the bank', async () => {
    const { who, contract } = await awaiting('冯二')
    const seq = seqOf()
    await load([{ contract, amount: 12_000_00, seq }])
    const [line] = await payouts(who)
    await s.db.update(payoutList, line?.listId ?? '', { state: 'approved' })
    const { id } = await arrivalOf(seq)
    await s.officer.post('loan/loanArrival/askUnmatch', { id, reason: '认错人' })
    expect(ruleOf(await s.second.post('loan/loanArrival/unmatch', { id }))).toBe('onList')
    expect(await owed(who)).toBe(0)
  })
})
