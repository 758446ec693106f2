import { date, integer, money, refusalOf, text } from '#model'
import { schoolInstant } from '#model/school-time.ts'
import type { ProfileColumn } from '#modules/exchange/model/columns.ts'
import { type DataRow, dataset, makeFile, readReturn } from '#modules/exchange/server/api.ts'
import { bank } from '#modules/money/payout/model/dictionaries.ts'
import { judgeReturn } from '#modules/money/server/api.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { payOrder } from '../../orders/model/pay-order.ts'
import { book, type Order } from '../../orders/server/api.ts'
import { exportDebits, importDebits } from '../model/actions.ts'
import { debitBatch, debitLine, outcome } from '../model/debit.ts'
import { type Batch, DATASET, type DebitLine, linesOf, recount, release } from './batch.ts'

const fields = {
  batchNo: text('批次号', { max: 24 }),
  seq: integer('序号'),
  studentNo: text('学号', { max: 20 }),
  name: text('姓名', { max: 60 }),
  holderName: text('户名', { max: 60 }),
  cardNo: debitLine.fields.cardNo,
  bankName: text('开户行', { max: 60 }),
  branchNo: text('联行号', { max: 12 }),
  amount: money('金额'),
  title: text('名称', { max: 100 }),
  debitOn: date('代扣日'),
}
const COLUMNS: readonly ProfileColumn[] = [
  { title: '批次号', source: 'field', field: 'batchNo', isKey: true },
  { title: '序号', source: 'field', field: 'seq', isKey: true },
  { title: '户名', source: 'field', field: 'holderName', required: true },
  { title: '卡号', source: 'field', field: 'cardNo', required: true, check: 'digits' },
  { title: '金额', source: 'field', field: 'amount', required: true },
  { title: '名称', source: 'field', field: 'title' },
  { title: '结果', source: 'result', field: 'outcome', codes: { paid: '成功', failed: '失败' } },
  { title: '失败原因', source: 'result', field: 'failReason' },
]
/** Lines whose order is still theirs: who paid in another way meanwhile is dropped. */
async function stillOpen(db: Db, batchId: string): Promise<DebitLine[]> {
  const lines = await linesOf(db, batchId, ['ready'])
  const open = new Set((await db.unscoped(payOrder).all({ id: lines.map(l => l.orderId), state: 'paying' })).map(o => o.id)) // of a batch in scope
  const gone = lines.filter(l => !open.has(l.orderId))
  if (gone.length) await db.updateWhere(debitLine, { id: gone.map(l => l.id) }, { state: 'dropped' })
  return lines.filter(l => open.has(l.orderId))
}
async function rowsOf(db: Db, { batchNo, title, debitOn }: Batch, lines: readonly DebitLine[]): Promise<DataRow[]> {
  const people = await studentsOf(
    db,
    lines.map(l => l.studentId),
  )
  const bankOf = await labelsOf(db, bank)
  return lines.map(({ id, seq, studentId, holderName, cardNo, bankName, branchNo, amount }) => {
    const { name = null, studentNo = null } = people.get(studentId) ?? {}
    return {
      ...{ id, name: `${seq} ${name ?? ''}`, link: `/money/accounts?studentId=${studentId}` },
      values: { batchNo, seq, studentNo, name, holderName, cardNo, bankName: bankName && bankOf(bankName), branchNo, amount, title, debitOn },
    }
  })
}
/** What the bank says it collected is booked as any payment is (40-F8); what it did not is owed again. */
async function settle(db: Db, batch: Batch, lines: ReadonlyArray<{ line: DebitLine; isPaid: boolean; paidOn: string; reason: string | null }>): Promise<void> {
  const failed = lines.filter(l => !l.isPaid)
  const paid = lines.filter(l => l.isPaid)
  const orders = new Map((await db.unscoped(payOrder).all({ id: paid.map(p => p.line.orderId) })).map(o => [o.id, o])) // of a batch in scope
  for (const { line, paidOn } of paid)
    await book(db, orders.get(line.orderId) as Order, { txnNo: `${batch.batchNo}-${line.seq}`, amount: line.amount, paidAt: schoolInstant(paidOn) })
  await db.updateMany(
    debitLine,
    lines.map(({ line: { id }, isPaid, reason }) => (isPaid ? { id, state: 'paid', failReason: null } : { id, state: 'failed', failReason: reason })),
  )
  await release(
    db,
    failed.map(f => f.line),
  )
  await recount(db, batch.id)
}
export default [
  dataset({
    code: DATASET,
    label: '银行代扣',
    of: debitLine,
    fields,
    filter: { batchId: text('代扣批次', { required: true, max: 36 }) },
    result: { outcome, failReason: text('失败原因', { max: 200 }), paidOn: date('入账日期') },
    isOwned: true,
    delivered: { target: 'bank', columns: COLUMNS },
    rows: async ({ db }, { batchId }) => {
      const batch = await db.visibleFor(debitBatch, 'fee:debitBatch:export').one(String(batchId))
      return rowsOf(db, batch, await linesOf(db, batch.id, ['ready']))
    },
  }),
  /** The batch goes to the bank once: file, log and state are one transaction. */
  handle(exportDebits, async (ctx, { id, ...choices }) => {
    const { db } = ctx
    const batch = await db.visible(debitBatch).lock(id, 'exportBank')
    const lines = await stillOpen(db, id)
    if (!lines.length) throw refusalOf(debitBatch, 'empty')
    const { blob } = await makeFile(ctx, batch.profileId, { dataset: DATASET, filter: { batchId: id }, rows: await rowsOf(db, batch, lines), title: batch.title }, choices)
    await db.updateWhere(debitLine, { id: lines.map(l => l.id) }, { state: 'exported' })
    await db.update(debitBatch, id, { state: 'exported', exportedAt: new Date().toISOString() })
    await recount(db, id)
    return blob
  }),
  /** Matched by batch and sequence, then account and amount; only lines that are on their way change, so the same file again changes nothing. */
  handle(importDebits, async ({ db, lang }, { id, fileId }) => {
    const batch = await db.visible(debitBatch).lock(id, 'importReturn')
    const { rows } = await readReturn(db, batch.profileId, fileId)
    const { results, unmatched } = judgeReturn({ no: batch.batchNo, field: 'batchNo' }, await linesOf(db, id, ['exported', 'paid', 'failed']), rows)
    if (!results.length) throw refusalOf(debitBatch, 'foreign')
    const open = results.filter(r => r.line.state === 'exported')
    await settle(db, batch, open)
    const paid = open.filter(r => r.isPaid).length
    return { paid, failed: open.length - paid, again: results.length - open.length, unmatched: unmatched.map(({ line, why }) => ({ line, why: translate(lang, why) })) }
  }),
]
