import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { payerCredit } from '#modules/fee/bills/model/bill-line.ts'
import { merchantAccount } from '#modules/fee/merchants/model/merchant-account.ts'
import { sandboxKeys } from '#modules/fee/merchants/server/api.ts'
import { payOrder } from '#modules/fee/orders/model/pay-order.ts'
import { book } from '#modules/fee/orders/server/book.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { receipt } from '#modules/fee/receipts/model/receipt.ts'
import { handIn } from '#modules/fee/server/api.ts'
import { setParams } from '#modules/message/testing.ts'
import { today } from '#server/base/today.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { leagueFee } from './model/fee.ts'
import type { Fee } from './server/charges.ts'
import { chargedSchool, ruleOf } from './testing.ts'

let s: Awaited<ReturnType<typeof chargedSchool>>
let told: ReturnType<typeof captureNotifications>
beforeAll(async () => {
  s = await chargedSchool()
  told = captureNotifications(s.server)
})
afterAll(() => s.close())

describe('40-G6 league money', () => {
  let line: string
  let schoolMerchant: string
  beforeAll(async () => {
    await s.db.insert(chargeItem, { code: 'tuition', name: '学费', nature: 'administrative', filingNo: 'JY1', period: 'year' })
    const draft = { provider: 'sandbox', name: '学校收费', merchantNo: 'SB001', scenes: ['h5'], isEnabled: true, mode: 'test' } as const
    schoolMerchant = (await s.db.insert(merchantAccount, { ...draft, scenes: ['h5'], ...sandboxKeys() })).id
    const payer = { type: 'student', id: s.who.zhou, name: '周雨' } as const
    const source = { sourceType: 'test', sourceId: 'tuition', sourceSeq: '1', item: 'tuition', xn: '2026-2027', dueDate: '2026-09-30', explain: {} }
    ;[line = ''] = await handIn(s.db, [{ ...source, payer, amount: 5000_00 }])
  })
  it('cannot be in one order with school fees, nor land in the school’s account, nor school fees in the league’s', async () => {
    const [zhou, [own]] = [await s.self(s.who.zhou), await s.linesOf(s.who.zhou)]
    const order = (lineIds: string[], amount: number, merchantId: string) =>
      zhou.post('fee/payOrder/create', { lineIds, amount, merchantId, scene: 'h5', idemKey: crypto.randomUUID() })
    const answers = [
      await order([line, own?.id ?? ''], 5001_20, s.merchantId),
      await order([line, own?.id ?? ''], 5001_20, schoolMerchant),
      await order([own?.id ?? ''], 120, schoolMerchant),
      await order([line], 5000_00, s.merchantId),
    ]
    expect(answers.map(ruleOf)).toEqual(['book', 'book', 'book', 'book'])
    const mine = (await zhou.get<{ toPay: Array<{ item: string; book: string }>; ways: Array<{ book: string }> }>('fee/payOrder/mine')).data
    expect(mine.toPay.map(l => l.book).sort()).toEqual(['league', 'student'])
    expect(mine.ways.map(w => w.book).sort()).toEqual(['league', 'student'])
  })
  it('a plan takes an account and an item of the league’s book only', async () => {
    const plan = (merchantId: string) => s.plan({ fromMonth: '2026-07-01', merchantId })
    await expect(plan(schoolMerchant)).rejects.toThrow('“学校收费”不是可用的团费账户')
    await setParams(s, 'league', { item: 'tuition' })
    await expect(plan(s.merchantId)).rejects.toThrow('还没有编号为“tuition”、记在团费账簿的收费项目')
    await setParams(s, 'league', { item: 'leagueFee' })
  })
  it('is nobody’s arrears at the school, whenever it is due', async () => {
    const finance = await s.as({ roles: ['finance'], userType: 2 })
    const figures = async () => (await finance.get<{ owed: number }>('fee/billLine/figures', {})).data.owed
    const before = await figures()
    await s.db.query(sql`update bill_line set due_date = '2020-01-01' where source_type = 'leagueFee' and student_id = ${s.who.wu}`)
    expect((await s.linesOf(s.who.wu))[0]?.owed).toBe(120)
    expect(await figures()).toBe(before)
  })
  it('an item lands only in an account of its book', async () => {
    const finance = await s.as({ roles: ['finance'], userType: 2 })
    const answer = await finance.post('fee/chargeItem/add', { code: 'x1', name: '校刊', nature: 'dues', period: 'once', merchantId: s.merchantId })
    expect(ruleOf(answer)).toBe('book')
  })
  it('paid by the member in one press; paid twice, what is over is a credit of the league’s book', async () => {
    const feng = await s.self(s.who.feng)
    const fee = await s.feeOf('feng')
    const made = await s.pay(feng, [fee])
    expect(made.data).toMatchObject({ amount: 80, dropped: [] })
    await s.settle(feng, made.data.orderNo)
    expect(await s.feeOf('feng')).toMatchObject({ state: 'paid', paid: 80, paidById: null })
    expect(ruleOf(await s.pay(feng, [fee]))).toBe('allDropped')
    await book(s.db, await s.db.unscoped(payOrder).one(made.data.id), { txnNo: 'AGAIN', amount: 80 })
    expect(await s.db.unscoped(payerCredit).all({ payerId: s.who.feng })).toMatchObject([{ book: 'league', balance: 80 }])
  })
})
describe('40-G7 a secretary', () => {
  let zhou: Actor
  beforeAll(async () => {
    zhou = await s.self(s.who.zhou)
  })
  it('sees the names that have not paid, of the own branch only, and reminds each once a day', async () => {
    const { branch } = (await zhou.get<{ branch: { unpaid: Array<{ id: string; name: string }> } }>('league/leagueFee/mine')).data
    expect(branch.unpaid.map(u => u.name).sort()).toEqual(['吴桐', '周雨', '郑一'].sort())
    const ids = branch.unpaid.map(u => u.id)
    expect((await zhou.post('league/leagueFee/remind', { ids })).data).toEqual({ told: 3, skipped: 0 })
    expect((await zhou.post('league/leagueFee/remind', { ids })).data).toEqual({ told: 0, skipped: 3 })
    const wu = await s.self(s.who.wu)
    expect((await wu.get<{ branch: unknown }>('league/leagueFee/mine')).data.branch).toBeNull()
    expect(ruleOf(await wu.post('league/leagueFee/remind', { ids }))).toBe('notYours')
    expect(ruleOf(await s.pay(zhou, [await s.feeOf('feng')]))).toBe('notYours')
    expect(ruleOf(await s.pay(wu, [await s.feeOf('zhou')]))).toBe('notYours')
  })
  it('pays for several members in one order; who paid or is paying meanwhile is left out and named, the sum is smaller', async () => {
    const [wu, zheng] = [await s.self(s.who.wu), await s.self(s.who.zheng)]
    const fees = [await s.feeOf('zhou'), await s.feeOf('wu'), await s.feeOf('zheng')]
    const own = await s.pay(wu, [await s.feeOf('wu')])
    await s.settle(wu, own.data.orderNo)
    const waiting = await s.pay(zheng, [await s.feeOf('zheng')])
    const made = await s.pay(zhou, fees)
    expect(made.data).toMatchObject({
      amount: 120,
      dropped: expect.arrayContaining([
        { name: '吴桐', why: 'paid' },
        { name: '郑一', why: 'paying' },
      ]),
    })
    await s.settle(zheng, waiting.data.orderNo)
    await s.settle(zhou, made.data.orderNo)
    expect(await Promise.all((['zhou', 'wu', 'zheng'] as const).map(async n => (await s.feeOf(n)).state))).toEqual(['paid', 'paid', 'paid'])
  })
  it('each member has an entry of their own and is told who paid', async () => {
    const [he, xu] = [await s.member('one', '何满'), await s.member('one', '许晴')]
    const back = async (studentId: string) => {
      const now = today()
      return s.league.post('league/leagueMember/charge', { id: (await s.memberOf(studentId)).id, from: now, to: now })
    }
    expect([(await back(he)).data, (await back(xu)).data]).toEqual([
      { months: 1, amount: 20 },
      { months: 1, amount: 20 },
    ])
    const fees = [...(await s.feesOf(he)), ...(await s.feesOf(xu))]
    const made = await s.pay(zhou, fees)
    await s.settle(zhou, made.data.orderNo)
    const entries = await s.db.query(
      sql`select student_id as "studentId", amount::int as amount from ledger_entry where tenant_id = ${s.tenantId} and kind = 'pay' and source_id = ${made.data.id}`,
    )
    expect(entries).toHaveLength(2)
    expect(entries).toEqual(
      expect.arrayContaining([
        { studentId: he, amount: 20 },
        { studentId: xu, amount: 20 },
      ]),
    )
    expect((await s.feesOf(he))[0]).toMatchObject({ state: 'paid', paidById: s.who.zhou })
    const receipts = await s.db.unscoped(receipt).all({ orderId: made.data.id }, { sort: ['amount'] })
    expect(receipts.map(r => [r.studentId, r.payerName, r.amount])).toEqual(
      expect.arrayContaining([
        [he, '何满', 20],
        [xu, '许晴', 20],
      ]),
    )
    expect(receipts).toHaveLength(2)
    expect((await told('league.paidForYou')).slice(-2)).toMatchObject([{ values: { by: '周雨', amount: '0.20' } }, { values: { by: '周雨', amount: '0.20' } }])
  })
  /** Members of the secretary's branch, each with one month to pay. */
  async function charged(names: readonly string[]): Promise<{ students: string[]; fees: Fee[] }> {
    const students = []
    for (const name of names) students.push(await s.member('one', name))
    const now = today()
    for (const id of students) await s.league.post('league/leagueMember/charge', { id: (await s.memberOf(id)).id, from: now, to: now })
    return { students, fees: (await Promise.all(students.map(id => s.feesOf(id)))).flat() }
  }
  /** Answers to calls that all lock these fees' lines: none gets its locks before all ask for them, however fast the machine is. */
  async function atOnce<T>(fees: readonly Fee[], calls: ReadonlyArray<() => Promise<T>>): Promise<T[]> {
    const { going } = await s.db.tx(async tx => {
      await tx.query(sql`select from bill_line where tenant_id = ${s.tenantId} and id = any(${fees.map(f => f.billLineId)}::uuid[]) for update`)
      const going = Promise.all(calls.map(call => call()))
      const waiting = async () => {
        const [{ n } = { n: 0 }] = await tx.query<{ n: number }>(sql`with recursive behind as (select pid from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))
          union select a.pid from pg_stat_activity a join behind b on b.pid = any(pg_blocking_pids(a.pid))) select count(*)::int as n from behind`)
        return n
      }
      await vi.waitUntil(async () => (await waiting()) === calls.length)
      return { going }
    })
    return going
  }
  it('whose member pays while the order is open is closed out of it: own money goes first, the rest is paid again', async () => {
    const { students, fees } = await charged(['孔先', '曹后'])
    const [first, second] = fees as [Fee, Fee]
    const former = await s.pay(zhou, fees)
    const self = await s.self(students[0] ?? '')
    const own = await s.pay(self, [first])
    expect((await s.db.unscoped(payOrder).one(former.data.id)).state).toBe('closed')
    await s.settle(self, own.data.orderNo)
    const again = await s.pay(zhou, fees)
    expect(again.data).toMatchObject({ amount: 20, dropped: [{ name: '孔先', why: 'paid' }] })
    await s.settle(zhou, again.data.orderNo)
    expect(await s.db.unscoped(leagueFee).all({ id: [first.id, second.id] }, { sort: ['id'] })).toMatchObject([
      { state: 'paid', paidById: null },
      { state: 'paid', paidById: s.who.zhou },
    ])
  })
  it('race: members pay while the secretary pays for them, and nobody pays twice', async () => {
    const { students, fees } = await charged(Array.from({ length: 6 }, (_, n) => `团员${n}`))
    const actors = await Promise.all(students.slice(0, 3).map(id => s.self(id)))
    const [bySecretary, ...byThemselves] = await atOnce(fees, [() => s.pay(zhou, fees), ...actors.map((a, n) => () => s.pay(a, [fees[n] as Fee]))])
    const orders = [[zhou, bySecretary], ...actors.map((a, n) => [a, byThemselves[n]] as const)] as const
    for (const [actor, order] of orders) if (order?.code === 200) await actor.post('fee/sandboxTrade/pay', { orderNo: order.data.orderNo, how: 'pay' })
    await s.server.settle()
    // whoever was closed at the provider pays again, as its page says
    const again = await s.pay(zhou, fees)
    if (again.code === 200) await s.settle(zhou, again.data.orderNo)
    const lines = (await Promise.all(students.map(id => s.linesOf(id)))).flat()
    expect(lines.map(l => [l.paid, l.owed])).toEqual(lines.map(() => [20, 0]))
    expect((await s.db.unscoped(payerCredit).all({ payerId: [...students, s.who.zhou] })).filter(c => c.balance)).toEqual([])
  })
})
