import { choice, date, integer, money, refusalOf, text } from '#model'
import type { ProfileColumn } from '#modules/exchange/model/columns.ts'
import { type DataRow, dataset, makeFile } from '#modules/exchange/server/api.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { exportBank } from '../model/actions.ts'
import { bank } from '../model/dictionaries.ts'
import { payoutLine, payoutList } from '../model/payout.ts'
import { type Line, type List, mustBeUnaltered } from './lists.ts'
import { mustBeAtSchool } from './not-at-school.ts'

export const DATASET = 'payoutList'
export const OUTCOMES = { paid: '成功', failed: '失败' } as const
const fields = {
  listNo: text('单号', { max: 24 }),
  seq: integer('序号'),
  studentNo: text('学号', { max: 20 }),
  name: text('姓名', { max: 60 }),
  holderName: text('户名', { max: 60 }),
  cardNo: text('卡号', { max: 32, sensitivity: 'S2' }),
  bankName: text('开户行', { max: 60 }),
  branchNo: text('联行号', { max: 12 }),
  amount: money('金额'),
  what: text('用途', { max: 100 }),
  bizDate: date('发放日'),
}
/** What banks usually ask for; the last two they fill in. */
const COLUMNS: readonly ProfileColumn[] = [
  { title: '单号', source: 'field', field: 'listNo', isKey: true },
  { title: '序号', source: 'field', field: 'seq', isKey: true },
  { title: '户名', source: 'field', field: 'holderName', required: true },
  { title: '账号', source: 'field', field: 'cardNo', required: true, check: 'digits' },
  { title: '金额', source: 'field', field: 'amount', required: true },
  { title: '用途', source: 'field', field: 'what' },
  { title: '处理结果', source: 'result', field: 'outcome', codes: { paid: '成功', failed: '失败' } },
  { title: '失败原因', source: 'result', field: 'failReason' },
]
const rowOf = (list: List, line: Line, who: { name: string; studentNo: string | null } | undefined, bankOf: (key: string) => string): DataRow => ({
  id: line.id,
  name: `${line.seq} ${who?.name ?? ''}`,
  link: `/money/accounts?studentId=${line.studentId}`,
  values: {
    ...{ listNo: list.listNo, seq: line.seq, studentNo: who?.studentNo ?? null, name: who?.name ?? null, holderName: line.holderName, cardNo: line.cardNo },
    ...{ bankName: line.bankName && bankOf(line.bankName), branchNo: line.branchNo, amount: line.amount, what: line.what, bizDate: list.bizDate },
  },
})
async function rowsOf(db: Db, list: List): Promise<DataRow[]> {
  const lines = await db.unscoped(payoutLine).all({ listId: list.id, state: 'ready' }, { sort: ['seq'] }) // of a list in scope
  const people = await studentsOf(
    db,
    lines.map(l => l.studentId),
  )
  const bankOf = await labelsOf(db, bank)
  return lines.map(line => rowOf(list, line, people.get(line.studentId), bankOf))
}
export default [
  dataset({
    code: DATASET,
    label: '银行代发',
    of: payoutLine,
    fields,
    filter: { listId: text('发放单', { required: true, max: 36 }) },
    result: { outcome: choice('结果', OUTCOMES), failReason: text('失败原因', { max: 200 }), paidOn: date('入账日期') },
    isOwned: true,
    delivered: { target: 'bank', columns: COLUMNS },
    rows: async ({ db }, { listId }) => rowsOf(db, await db.visibleFor(payoutList, 'money:payoutList:export').one(String(listId))),
  }),
  /** The list goes to the bank once: file, log and state are one transaction. A file that was lost on its way is made again from its log. */
  handle(exportBank, async (ctx, { id, ...choices }) => {
    const { db } = ctx
    const list = await db.visible(payoutList).lock(id, 'exportBank')
    if (!list.profileId) throw refusalOf(payoutList, 'noProfile')
    await mustBeUnaltered(db, list)
    await mustBeAtSchool(db, list)
    const { blob } = await makeFile(ctx, list.profileId, { dataset: DATASET, filter: { listId: id }, rows: await rowsOf(db, list), title: list.title }, choices)
    await db.updateWhere(payoutLine, { listId: id, state: 'ready' }, { state: 'exported' })
    await db.update(payoutList, id, { state: 'exported' })
    return blob
  }),
]
