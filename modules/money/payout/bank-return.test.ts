import { read, utils, write } from '@e965/xlsx'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportProfile } from '#modules/exchange/model/profile.ts'
import { addStudent, draftOf, selfOf } from '#modules/student/testing.ts'
import { dictionary } from '#modules/system/model/dictionary.ts'
import { mismatches } from '#server/ledger/check.ts'
import { upload } from '#testing/roster.ts'
import { fundLedger } from './model/fund-account.ts'
import { payoutLine } from './model/payout.ts'
import { PASSWORD, type PayoutSchool, payoutSchool, unzipped } from './testing.ts'

let s: PayoutSchool
beforeAll(async () => {
  s = await payoutSchool()
})
afterAll(() => s.close())
const ruleOf = (answer: { errors: Array<{ rule: string }> }) => answer.errors[0]?.rule
const [A, B, C] = [0, 1, 2]

describe('40-B4 the bank’s return file', () => {
  it('is matched by list and sequence, then account and amount; failed lines go back to the student and are paid again (40-X5)', async () => {
    const of = s.month()
    const id = await s.handIn(
      'refund',
      [
        { studentId: s.who(A).id, grantId: 'rA' },
        { studentId: s.who(B).id, grantId: 'rB' },
      ],
      of,
    )
    await s.approved(id)
    const { listNo } = await s.list(id)
    const file = await s.exportBank(id)
    expect(file.code).toBe(200)
    const book = read(await unzipped(file.raw, PASSWORD), { type: 'buffer' })
    const sent = utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 }) as string[][]
    expect(sent.slice(1).map(r => [r[0], r[2]])).toEqual([
      [listNo, '陈舟'],
      [listNo, '苏晚'],
    ])
    expect(ruleOf(await s.exportBank(id))).toBe('money.payoutList.state')
    const [a, b] = await s.lines(id)
    const before = await s.fund()
    const rows = [
      [listNo, 1, '陈舟', a?.cardNo ?? '', 100, '交易成功', ''],
      [listNo, 2, '苏晚', b?.cardNo ?? '', 100, '交易失败', '账号不存在'],
      [listNo, 3, '没人', '6222', 100, '交易成功', ''],
      ['FF-other', 1, '陈舟', a?.cardNo ?? '', 100, '交易成功', ''],
    ]
    const answer = await s.importReturn(id, await s.fileOf(rows))
    expect(answer.data).toMatchObject({ paid: 1, failed: 1, again: 0, unmatched: [{ line: 4 }, { line: 5 }] })
    expect([(await s.fund()).reserved - before.reserved, (await s.fund()).spent - before.spent]).toEqual([-100_00, 100_00])
    // the same file again changes nothing
    expect((await s.importReturn(id, await s.fileOf(rows))).data).toMatchObject({ paid: 0, failed: 0, again: 2 })
    expect((await s.fund()).spent - before.spent).toBe(100_00)
    const todos = await s.db.query(sql`select title from todo where tenant_id = ${s.tenantId} and biz_type = 'payoutLine' and biz_id = ${b?.id} and state = 'open'`)
    expect(todos).toHaveLength(1)
    // she corrects her account: a new line, linked to the old, its money still reserved
    const mine = (await s.who(B).actor.get<{ lines: Array<{ state: string; failReason: string }> }>('money/payoutLine/mine', {})).data
    expect(mine.lines.some(l => l.state === 'failed' && l.failReason === '账号不存在')).toBe(true)
    await s.who(B).actor.post('money/bankAccount/saveMine', { bankName: '1', cardNo: '6222020000000009999', holderName: '苏晚' })
    const [again] = await s.db.unscoped(payoutLine).all({ replacesId: b?.id ?? '' })
    expect(again).toMatchObject({ grantId: 'rB', state: 'ready', amount: 100_00 })
    expect((await s.db.unscoped(payoutLine).one(b?.id ?? '')).state).toBe('reissued')
    expect(await s.db.query(sql`select 1 from todo where tenant_id = ${s.tenantId} and biz_id = ${b?.id} and state = 'open'`)).toEqual([])
    const held = (await s.fund()).reserved
    await s.approved(again?.listId ?? '')
    expect((await s.fund()).reserved).toBe(held)
    expect((await s.finance.post('money/payoutList/close', { id })).code).toBe(200)
    expect(await mismatches(s.db, fundLedger)).toEqual([])
  })
  it('with 37 failures makes 37 to-dos, and one list after they are mended, each line on it once', async () => {
    const people = []
    for (let n = 0; n < 37; n++) {
      const { id } = await addStudent(s.officer, draftOf(s.ids.s2301, { name: `退票${n}` }))
      const actor = await selfOf(s, id)
      await actor.post('money/bankAccount/saveMine', { bankName: '1', cardNo: `62220200000001${1000 + n}`, holderName: `退票${n}` })
      people.push({ id, actor, name: `退票${n}` })
    }
    const id = await s.handIn(
      'refund',
      people.map(p => ({ studentId: p.id, amount: 10_00 })),
      s.month(),
    )
    await s.approved(id)
    expect((await s.exportBank(id)).code).toBe(200)
    const { listNo } = await s.list(id)
    const lines = await s.lines(id)
    const answer = await s.importReturn(id, await s.fileOf(lines.map(l => [listNo, l.seq ?? 0, l.holderName ?? '', l.cardNo ?? '', 10, '交易失败', '账号错误'])))
    expect(answer.data).toMatchObject({ paid: 0, failed: 37 })
    const open = () =>
      s.db.query(sql`select 1 from todo where tenant_id = ${s.tenantId} and biz_type = 'payoutLine' and state = 'open' and biz_id = any(${lines.map(l => l.id)}::text[])`)
    expect(await open()).toHaveLength(37)
    await Promise.all(people.map(({ actor, name }, n) => actor.post('money/bankAccount/saveMine', { bankName: '1', cardNo: `62220200000002${1000 + n}`, holderName: name })))
    const again = await s.db.unscoped(payoutLine).all({ replacesId: lines.map(l => l.id) })
    expect([again.length, new Set(again.map(l => l.listId)).size, await open()]).toEqual([37, 1, []])
  })
  it('rows whose account or amount differ, or that say nothing, are listed and change nothing', async () => {
    const id = await s.handIn('award', [{ studentId: s.who(A).id }], s.month())
    await s.approved(id)
    await s.exportBank(id)
    const { listNo } = await s.list(id)
    const [a] = await s.lines(id)
    const good = [listNo, 1, '陈舟', a?.cardNo ?? '', 100, '交易成功', ''] as const
    for (const [at, value] of [
      [3, '6222000000000000'],
      [4, 99],
      [5, '处理中'],
    ] as const)
      expect(ruleOf(await s.importReturn(id, await s.fileOf([good.map((v, n) => (n === at ? value : v))])))).toBe('money.payoutList.foreign')
    expect(await s.states(id)).toEqual(['exported'])
    expect(ruleOf(await s.finance.post('money/payoutList/close', { id }))).toBe('money.payoutList.open')
  })
  it('40-X5 says in any usual way when money came in, a date of a workbook among them', async () => {
    const { columns } = await s.db.unscoped(exportProfile).one(s.profileId)
    await s.db.update(exportProfile, s.profileId, { columns: [...(columns ?? []), { title: '入账日期', source: 'result', field: 'paidOn' }] })
    const id = await s.handIn('refund', [{ studentId: s.who(A).id }, { studentId: s.who(B).id }, { studentId: s.who(C).id }], s.month())
    await s.approved(id)
    expect((await s.exportBank(id)).code).toBe(200)
    const [{ listNo }, lines] = [await s.list(id), await s.lines(id)]
    const days = [new Date('2026-09-08T00:00:00Z'), '2026年9月8日', '20260908']
    const rows = lines.map((l, n) => [listNo, l.seq, l.holderName, l.cardNo, 100, '交易成功', '', days[n]])
    const sheet = utils.aoa_to_sheet([['单号', '序号', '户名', '账号', '金额', '处理结果', '原因', '入账日期'], ...rows], { cellDates: true, UTC: true })
    const content = write({ SheetNames: ['回单'], Sheets: { 回单: sheet } }, { type: 'buffer', bookType: 'xlsx' }) as Buffer
    const { fileId } = (await upload<{ fileId: string }>(s.finance, 'oss/oss/endpoint/put-file', content, '回单.xlsx')).data
    expect((await s.importReturn(id, fileId)).data).toMatchObject({ paid: 3 })
    expect((await s.lines(id)).map(l => l.paidOn)).toEqual(lines.map(() => '2026-09-08'))
  })
})
it('the bank’s file names a bank that the school has added', async () => {
  const [admin, banks] = [await s.as({ roles: ['admin'] }), await s.db.unscoped(dictionary).find({ code: 'bank' })]
  expect((await admin.post('base/dataDictionary/add', { dictionaryId: banks?.id, dictionaryKey: '90', dictionaryValue: '村镇银行' })).code).toBe(200)
  const { columns } = await s.db.unscoped(exportProfile).one(s.profileId)
  await s.db.update(exportProfile, s.profileId, { columns: [...(columns ?? []), { title: '开户行', source: 'field', field: 'bankName' }] })
  await s.who(C).actor.post('money/bankAccount/saveMine', { bankName: '90', cardNo: '6222020000000008888', holderName: '周野' })
  const id = await s.handIn('refund', [{ studentId: s.who(C).id }], s.month())
  await s.approved(id)
  const book = read(await unzipped((await s.exportBank(id)).raw, PASSWORD), { type: 'buffer' })
  expect(utils.sheet_to_csv(book.Sheets[book.SheetNames[0] ?? ''] ?? {})).toContain('村镇银行')
})
