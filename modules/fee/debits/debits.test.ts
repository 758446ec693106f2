import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { exportProfile } from '#modules/exchange/model/profile.ts'
import { unzipped } from '#modules/money/payout/testing.ts'
import { draftOf, selfOf } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import { mismatches } from '#server/ledger/check.ts'
import { writeWorkbook } from '#server/spreadsheets/write.ts'
import { upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import { billLedger, billLine } from '../bills/model/bill-line.ts'
import { type PaySchool, paySchool } from '../orders/testing.ts'
import { chargeItem } from '../prices/model/charge-item.ts'
import { debitBatch, debitLine } from './model/debit.ts'

const [XN, PASSWORD] = ['2026-2027', 'eight or more'] as const
let s: PaySchool
let accountId: string
let profileId: string
let batchId: string
const people: Array<{ id: string; actor: Actor; line: string }> = []
const who = (n: number) => people[n] as (typeof people)[number]
const ruleOf = (answer: { errors: Array<{ rule: string }> }) => answer.errors[0]?.rule.split('.').at(-1)
const post = <T>(verb: string, body: object) => s.finance.post<T>(`fee/debitBatch/${verb}`, body)
const make = (more: object = {}) =>
  post<{ id: string; count: number; total: number; noCard: number }>('make', {
    ...{ title: '学费代扣', itemId: s.items.tuition, xn: XN, merchantId: accountId, profileId, debitOn: today(), ...more },
  })
const lines = async () => s.db.unscoped(debitLine).all({ batchId }, { sort: ['seq'] })
const owed = async (n: number) => (await s.db.unscoped(billLine).one(who(n).line)).owed
beforeAll(async () => {
  s = await paySchool()
  const account = { provider: 'bankDebit', name: '工行代扣', merchantNo: 'DK1', isEnabled: true, mode: 'test' }
  accountId = (await s.finance.post<{ id: string }>('fee/merchantAccount/add', account)).data.id
  profileId = (await s.db.unscoped(exportProfile).find({ dataset: 'bankDebit' }))?.id ?? ''
  const officer = await s.as({ roles: ['officer'] })
  for (const [n, name] of ['代一', '代二', '代三', '无卡'].entries()) {
    const { id } = (await officer.post<{ id: string }>('base/student/add', draftOf(s.ids.s2301, { name }))).data
    const actor = await selfOf(s, id)
    if (n < 3) await actor.post('money/bankAccount/saveMine', { bankName: '1', cardNo: `622202000000002${1000 + n}`, holderName: name })
    people.push({ id, actor, line: await s.line(1000_00 + n * 100, { payer: { type: 'student', id, name } }) })
  }
})
afterAll(() => s.close())

describe('40 §1 bank debit', () => {
  it('40-F15 asks for what is due by the day, not for later parts of a plan or what a loan will bring', async () => {
    await s.db.update(billLine, who(0).line, { instalments: [-20, 40].map((n, part) => ({ date: addDays(today(), n), amount: part ? 700_00 : 300_00 })) })
    await s.db.update(billLine, who(1).line, { loanPending: 1000_00 })
    await s.db.update(billLine, who(2).line, { deferUntil: addDays(today(), 30) })
    const made = await make()
    expect(made.data).toMatchObject({ count: 2, total: 300_00 + 1_00 })
    expect((await post('cancel', { id: made.data.id })).code).toBe(200)
    await s.db.updateMany(
      billLine,
      people.slice(0, 3).map(({ line: id }) => ({ id, instalments: null, loanPending: 0, deferUntil: null })),
    )
  })
  it('40-G6 says which account the item takes, and leaves no batch behind', async () => {
    const before = await s.db.unscoped(debitBatch).count({})
    await s.db.update(chargeItem, s.items.tuition, { merchantId: s.merchantId })
    expect(ruleOf(await make())).toBe('merchants')
    expect(await s.db.unscoped(debitBatch).count({})).toBe(before)
    await s.db.update(chargeItem, s.items.tuition, { merchantId: null })
  })
  it('lists who owes, has a card and is not paying; the account and the format must be of bank debit', async () => {
    expect(ruleOf(await make({ merchantId: s.merchantId }))).toBe('merchant')
    expect(ruleOf(await make({ debitOn: '2020-01-01' }))).toBe('past')
    const payout = await s.db.unscoped(exportProfile).find({ dataset: 'payoutList' })
    expect(ruleOf(await make({ profileId: payout?.id }))).toBe('profile')
    expect((await who(0).actor.post('fee/debitBatch/make', {})).code).toBe(403)
    const made = await make()
    expect(made.data).toMatchObject({ count: 3, total: 3000_00 + 300, noCard: 1 })
    batchId = made.data.id
    // everybody is on it already: 40-F6
    expect(ruleOf(await make())).toBe('nothing')
  })
  it('40-F6 whoever pays by phone before the file goes is dropped from it', async () => {
    const order = await who(2).actor.post<{ orderNo: string }>('fee/payOrder/create', {
      ...{ lineIds: [who(2).line], amount: 1002_00, merchantId: s.merchantId, scene: 'h5', idemKey: 'by phone 1' },
    })
    expect(order.code).toBe(200)
    await who(2).actor.post('fee/sandboxTrade/pay', { orderNo: order.data.orderNo, how: 'pay' })
    expect(ruleOf(await post('exportBank', { id: batchId, reason: '代扣' }))).toBe('password')
    const file = await post('exportBank', { id: batchId, reason: '代扣', password: PASSWORD })
    expect((await unzipped(file.raw, PASSWORD)).length).toBeGreaterThan(0)
    expect((await lines()).map(l => l.state)).toEqual(['exported', 'exported', 'dropped'])
    expect(await s.db.unscoped(debitBatch).one(batchId)).toMatchObject({ state: 'exported', count: 2, total: 2001_00 })
    expect(ruleOf(await post('close', { id: batchId }))).toBe('open')
  })
  it('40-F8 what comes back is booked once; rows that differ are named and change nothing; what was not collected is owed again', async () => {
    const { batchNo } = await s.db.unscoped(debitBatch).one(batchId)
    const [a, b] = await lines()
    const back = async (rows: Array<Array<string | number>>) => {
      const titles = ['批次号', '序号', '户名', '卡号', '金额', '名称', '结果', '失败原因']
      const content = await buffer(writeWorkbook({ name: '回单', columns: titles.map(title => ({ title })), rows: [rows] }))
      const { fileId } = (await upload<{ fileId: string }>(s.finance, 'oss/oss/endpoint/put-file', content, '回单.xlsx')).data
      return post<{ paid: number; failed: number; again: number; unmatched: Array<{ line: number }> }>('importReturn', { id: batchId, fileId })
    }
    const row = (line: typeof a, amount: number, ...result: string[]) => [batchNo, line?.seq ?? 0, '', line?.cardNo ?? '', amount, '', ...result]
    expect(ruleOf(await back([row(a, 999, '成功', '')]))).toBe('foreign')
    const rows = [row(a, 1000, '成功', ''), row(b, 1001, '失败', '余额不足'), [batchNo, 9, '', '1', 1, '', '成功', '']]
    expect((await back(rows)).data).toMatchObject({ paid: 1, failed: 1, again: 0, unmatched: [{ line: 4 }] })
    expect([await owed(0), await owed(1)]).toEqual([0, 1001_00])
    expect((await back(rows)).data).toMatchObject({ paid: 0, failed: 0, again: 2 })
    expect([(await lines()).map(l => [l.state, l.failReason]), await mismatches(s.db, billLedger)]).toEqual([
      [
        ['paid', null],
        ['failed', '余额不足'],
        ['dropped', null],
      ],
      [],
    ])
    expect((await post('close', { id: batchId })).code).toBe(200)
    // the one that failed may be collected again, or be paid in any way once the batch is cancelled
    const again = await make()
    expect(again.data).toMatchObject({ count: 1, total: 1001_00 })
    expect((await post('cancel', { id: again.data.id })).code).toBe(200)
    expect((await make()).data.count).toBe(1)
  })
})
