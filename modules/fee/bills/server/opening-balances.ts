import sql, { type Sql } from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { studentNumbers, studentsOf } from '#modules/student/server/api.ts'
import { type Db, rules } from '#server/context.ts'
import { checkRow } from '#server/spreadsheets/check-row.ts'
import { importRules } from '#server/spreadsheets/rules.ts'
import { chargeItem } from '../../prices/model/charge-item.ts'
import { billLine } from '../model/bill-line.ts'
import { OPENING, openingBalance } from '../model/opening-balance.ts'
import { handIn } from './register-lines.ts'

type Balance = Row<typeof openingBalance>
const AT_ONCE = 2000
/** The page and the sheet have the same rules. */
const faults = (rows: Sql): Sql[] => [
  sql`select s._row as row, 'xn' as field, 'year' as rule, jsonb_build_object('xn', s.xn) as values from ${rows} s
    where case when s.xn ~ '^[0-9]{4}-[0-9]{4}$' then right(s.xn, 4)::int <> left(s.xn, 4)::int + 1 else true end`,
  sql`select s._row as row, 'itemId' as field, 'billed' as rule, jsonb_build_object('name', t.name, 'item', i.name, 'xn', s.xn) as values from ${rows} s
    join student t on t.tenant_id = s.tenant_id and t.id = s.student_id join charge_item i on i.tenant_id = s.tenant_id and i.id = s.item_id
    where exists (select from bill_line l where l.tenant_id = s.tenant_id and l.student_id = s.student_id and l.item_id = s.item_id and l.xn = s.xn
      and l.source_type <> ${OPENING} and l.charged > 0)`,
]
/** Opens a line for each, or withdraws them. */
export async function handOver(db: Db, rows: readonly Balance[], isDue = true): Promise<void> {
  const [items, people] = await Promise.all([
    db.cached(chargeItem),
    studentsOf(
      db,
      rows.map(r => r.studentId),
    ),
  ])
  const lines = rows.flatMap(row => {
    const [item, who] = [items.get(row.itemId), people.get(row.studentId)]
    if (!item || !who) return []
    const { id, xn, dueDate, note } = row
    const payer = { type: 'student', id: who.id, name: who.name } as const
    return [
      {
        ...{ sourceType: OPENING, sourceId: id, sourceSeq: '1', payer, item: item.code, amount: isDue ? row.amount : 0, xn, dueDate },
        explain: { note: note ?? '启用本系统前的欠费' },
      },
    ]
  })
  for (let at = 0; at < lines.length; at += AT_ONCE) await handIn(db, lines.slice(at, at + AT_ONCE))
}
export default [
  rules(openingBalance, {
    add: ({ db }, draft) => checkRow(db, openingBalance, draft, faults),
    added: ({ db }, row) => handOver(db, [row]),
    async remove({ db }, row) {
      const line = await db.unscoped(billLine).find({ sourceType: OPENING, sourceId: row.id }) // of this balance
      if (line?.paid) throw refusalOf(openingBalance, 'paid', { paid: yuanText(line.paid) })
    },
    removed: ({ db }, row) => handOver(db, [row], false),
  }),
  ...studentNumbers(openingBalance),
  importRules(openingBalance, {
    check: ({ rows }) => faults(rows),
    async written(db, { rows }) {
      const ids = await db.query<{ id: string }>(sql`select id from ${rows} s where s._new`)
      await handOver(db, await db.unscoped(openingBalance).all({ id: ids.map(r => r.id) })) // rows of this import
    },
  }),
]
