import sql from 'sql-template-tag'
import type { ENTRY_KINDS } from '#modules/money/ledger/model/ledger-entry.ts'
import { handle } from '#server/context.ts'
import { entriesOf } from '../model/actions.ts'
import { billLine } from '../model/bill-line.ts'
import { isReversible } from './ask-adjustment.ts'

interface Entry {
  id: string
  entryNo: string
  bizDate: string
  kind: keyof typeof ENTRY_KINDS
  amount: number
  reason: string | null
  by: string | null
  at: string
  sourceType: string
  reversesId: string | null
  isReversed: boolean
}
export default handle(entriesOf, async ({ db }, { id }) => {
  const line = await db.visible(billLine).one(id)
  const entries =
    await db.query<Entry>(sql`select e.id, e.entry_no as "entryNo", e.biz_date::text as "bizDate", e.kind, e.amount::float8 as amount, e.reason, u.nick_name as by, e.created_at as at, e.source_type as "sourceType", e.reverses_id as "reversesId",
      exists (select from ledger_entry r where r.tenant_id = e.tenant_id and r.reverses_id = e.id) as "isReversed"
    from ledger_entry e left join sys_user u on u.tenant_id = e.tenant_id and u.id = e.operator_id where e.tenant_id = ${db.me.tenantId} and e.account_id = ${id} order by e.id`)
  return entries.map(({ sourceType, reversesId, isReversed, ...e }) => ({
    ...{ ...e, at: new Date(e.at).toISOString() },
    mayReverse: !isReversed && isReversible({ kind: e.kind, sourceType, reversesId }, line),
  }))
})
