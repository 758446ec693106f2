import { createHash, randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftOf, selfOf } from '#modules/student/testing.ts'
import { merchantAccount } from '../merchants/model/merchant-account.ts'
import { type PaySchool, paySchool } from './testing.ts'

let s: PaySchool
beforeAll(async () => {
  s = await paySchool()
})
afterAll(() => s.close())
interface Opened {
  payer: string
  lines: unknown[]
  amount: number
}
/** Without any session, as from the browser of somebody who has no account. */
const open = (key: string) => s.anonymous.get<Opened>('fee/payLink/open', { key })
const pay = (key: string, amount: number, more: object = {}) =>
  s.anonymous.post<{ orderNo: string; payload: { kind: string; url: string } }>('fee/payLink/pay', {
    key,
    amount,
    merchantId: s.merchantId,
    scene: 'h5',
    idemKey: randomUUID(),
    ...more,
  })
const rulesOf = (answer: { errors: Array<{ rule: string }> }): string[] => answer.errors.map(e => e.rule)
async function link(lineIds: readonly string[]): Promise<string> {
  const made = await s.student.post<{ path: string }>('fee/payLink/make', { lineIds })
  if (made.code !== 200) throw new Error(made.msg)
  return new URLSearchParams(made.data.path.split('?')[1]).get('key') ?? ''
}
describe('a link for whoever helps to pay', () => {
  it('shows the name masked and what is owed, and pays it without an account', async () => {
    const line = await s.line(300_00)
    const key = await link([line])
    expect((await open(key)).data).toMatchObject({ payer: '陈*', amount: 300_00, lines: [{ item: '学费', owed: 300_00 }] })
    expect(JSON.stringify(await open(key))).not.toContain('陈舟')
    const made = await pay(key, 300_00)
    expect([made.code, made.data.payload.kind]).toEqual([200, 'link'])
    await s.pay(made.data.orderNo)
    expect(await s.lineOf(line)).toMatchObject({ paid: 300_00, owed: 0 })
  })
  it('is paid to the end at the simulated cashier without an account, which tells what is paid and nothing of who owes it', async () => {
    const line = await s.line(210_00)
    const made = await pay(await link([line]), 210_00)
    const at = Object.fromEntries(new URLSearchParams(made.data.payload.url.split('?')[1]))
    const shown = await s.anonymous.get<{ returnUrl: string }>('fee/sandboxTrade/cashier', at)
    expect(shown.data).toMatchObject({ merchant: '模拟支付', title: '学费', amount: 210_00, state: 'waiting', returnUrl: expect.stringMatching(/\/fee\/help\/done$/) })
    expect(JSON.stringify(shown)).not.toContain('陈舟')
    expect((await s.anonymous.post<object>('fee/sandboxTrade/pay', { ...at, how: 'pay' })).data).toEqual({ state: 'paid' })
    expect(await s.lineOf(line)).toMatchObject({ paid: 210_00, owed: 0 })
    expect(rulesOf(await s.anonymous.post('fee/sandboxTrade/pay', { ...at, how: 'pay' }))).toEqual(['fee.sandboxTrade.over'])
  })
  it('attack: the simulated cashier knows no guessed number, and no order of an account that takes no money any more', async () => {
    const line = await s.line(90_00)
    const { orderNo } = (await pay(await link([line]), 90_00)).data
    const tries = async (no: string) => {
      const answers = [await s.anonymous.get('fee/sandboxTrade/cashier', { orderNo: no }), await s.anonymous.post('fee/sandboxTrade/pay', { orderNo: no, how: 'late' })]
      return answers.map(a => [a.code, ...rulesOf(a)])
    }
    const unknown = [404, 'fee.sandboxTrade.unknown']
    expect(await tries(`${orderNo.slice(0, -1)}${orderNo.endsWith('A') ? 'B' : 'A'}`)).toEqual([unknown, unknown])
    await s.db.update(merchantAccount, s.merchantId, { isEnabled: false })
    expect(await tries(orderNo)).toEqual([unknown, unknown])
    expect(await s.lineOf(line)).toMatchObject({ paid: 0, owed: 90_00 })
    await s.db.update(merchantAccount, s.merchantId, { isEnabled: true })
  })
  it('attack: used again after it was paid, it pays nothing and says so', async () => {
    const line = await s.line(120_00)
    const key = await link([line])
    const made = await pay(key, 120_00)
    await s.pay(made.data.orderNo)
    expect((await open(key)).data).toMatchObject({ amount: 0, lines: [] })
    expect(rulesOf(await pay(key, 120_00))).toEqual(['fee.payOrder.notOwed'])
  })
  it('attack: an expired, unknown or shortened key answers alike and shows nothing', async () => {
    const key = await link([await s.line(50_00)])
    const hash = createHash('sha256').update(key).digest('hex')
    await s.db.query(sql`update pay_link set expire_at = now() - interval '1 second' where tenant_id = ${s.tenantId} and key_hash = ${hash}`)
    const answers = await Promise.all([open(key), open(`${key.slice(0, -1)}_`), open(key.slice(0, 30)), pay(key, 50_00)])
    expect(answers.map(rulesOf)).toEqual(answers.map(() => ['fee.payLink.gone']))
  })
  it('attack: cannot be made for another payer’s bill, nor name other lines or another amount', async () => {
    const officer = await s.as({ roles: ['officer'] })
    const other = (await officer.post<{ id: string }>('base/student/add', draftOf(s.ids.s2301, { name: '别人' }))).data
    const stranger = await selfOf(s, other.id)
    const line = await s.line(70_00)
    expect((await stranger.post('fee/payLink/make', { lineIds: [line] })).code).toBe(404)
    const key = await link([line])
    expect(rulesOf(await pay(key, 1))).toEqual(['fee.payOrder.changed'])
    const named = await pay(key, 70_00, { lineIds: [await s.line(1_00)] })
    expect(named.code).not.toBe(200)
  })
  it('keeps only the hash of its key', async () => {
    const key = await link([await s.line(60_00)])
    const rows = await s.db.query<{ row: string }>(sql`select to_jsonb(p)::text as row from pay_link p where tenant_id = ${s.tenantId}`)
    expect(rows.some(r => r.row.includes(key))).toBe(false)
  })
  it('is asked for at most thirty times a minute from an address', async () => {
    const codes = await Promise.all(Array.from({ length: 40 }, () => open('x'.repeat(43)).then(a => a.code)))
    expect(codes.filter(c => c === 429).length).toBeGreaterThan(0)
  })
})
