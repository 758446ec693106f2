import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { yuanOf, yuanText } from '#model/money.ts'
import { type Applied, application, cancel, submit } from '#modules/workflow/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { reopenList, submitList } from '../model/actions.ts'
import { payoutSubject } from '../model/flow.ts'
import { payoutLine, payoutList, SOURCES } from '../model/payout.ts'
import { type FundEntry, postFund } from './funds.ts'
import { digestOf, type List, mustBeUnaltered } from './lists.ts'
import { mustBeAtSchool } from './not-at-school.ts'
import { listTodos } from './notify.ts'

const ref = (list: Pick<List, 'id' | 'approvals'>): string => `${list.id}#${list.approvals}`
/** 40-B3: reserves what no source has reserved, in one entry; a shortage refuses the approval and nothing is written. */
async function reserve(db: Db, row: List): Promise<void> {
  const list = await db.unscoped(payoutList).lock(row.id) // being approved
  await mustBeUnaltered(db, list)
  await mustBeAtSchool(db, list)
  const approvals = list.approvals + 1
  await db.update(payoutList, list.id, { approvals })
  if (!SOURCES[list.source].reserves) return
  const fresh = await db.updateWhere(
    payoutLine,
    sql`t.list_id = ${list.id} and t.state = 'ready' and t.reserved_by is null`,
    { reservedBy: ref({ ...list, approvals }) },
    { returning: ['id', 'amount'] },
  )
  const amount = fresh.reduce((sum, line) => sum + line.amount, 0)
  if (amount) await postFund(db, list.fundId ?? '', [entry(list, 'reserve', amount, approvals)])
}
const entry = (list: List, kind: FundEntry['kind'], amount: number, sourceSeq: number): FundEntry => ({ kind, amount, sourceType: 'payoutList', sourceId: list.id, sourceSeq })
/** What the last approval reserved is free again. */
async function release(db: Db, list: List): Promise<void> {
  const freed = await db.updateWhere(payoutLine, sql`t.list_id = ${list.id} and t.reserved_by = ${ref(list)}`, { reservedBy: null }, { returning: ['id', 'amount'] })
  const amount = freed.reduce((sum, line) => sum + line.amount, 0)
  if (amount) await postFund(db, list.fundId ?? '', [entry(list, 'release', amount, list.approvals)])
}
async function describe(_db: Db, row: List): Promise<Applied> {
  return {
    applicantId: row.makerId ?? '',
    studentId: null,
    title: { text: '{title} {count} 笔 {total} 元', values: { title: row.title, count: row.count, total: yuanText(row.total) } },
    facts: { yuan: yuanOf(row.total) },
  }
}
export default [
  application(payoutSubject, {
    describe: (db, row) => describe(db, row as unknown as List),
    link: row => `/money/payouts?id=${(row as unknown as List).id}`,
    onApproved: ({ db }, row) => reserve(db, row as unknown as List),
  }),
  handle(submitList, async (ctx, { id }) => {
    const { db, me } = ctx
    const list = await db.visible(payoutList).lock(id, 'submit')
    if (!list.count) throw refusalOf(payoutList, 'empty')
    if (!list.profileId) throw refusalOf(payoutList, 'noProfile')
    if (SOURCES[list.source].reserves && !list.fundId) throw refusalOf(payoutList, 'noFund')
    const row = await db.update(payoutList, id, { digest: await digestOf(db, id), makerId: me.userId })
    await submit(ctx, payoutSubject, row)
  }),
  /** approved → draft while nothing is exported: what it reserved is free again, and its approval has ended. */
  handle(reopenList, async (ctx, { id, reason }) => {
    const { db } = ctx
    const list = await db.visible(payoutList).lock(id, 'reopen')
    const of = { bizType: 'payoutList', bizId: id }
    if (list.state === 'approved') await release(db, list)
    if (list.state === 'pending' || list.state === 'returned' || list.state === 'approved') await cancel(ctx, of, reason)
    await listTodos.follow(db, [await db.update(payoutList, id, { state: 'draft', digest: null })])
  }),
]
