import sql, { type Sql } from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { isSchoolYear } from '#modules/campus/model/school-year.ts'
import { studentNumbers, studentsOf } from '#modules/student/server/api.ts'
import { type Db, rules } from '#server/context.ts'
import { importRules } from '#server/spreadsheets/rules.ts'
import { chargeItem } from '../../prices/model/charge-item.ts'
import { billLine } from '../model/bill-line.ts'
import { OPENING, openingBalance } from '../model/opening-balance.ts'
import { handIn } from './register-lines.ts'

type Balance = Row<typeof openingBalance>
const AT_ONCE = 2000
/** Whether a line `l` charges the same item and year to the student, whoever handed it in. */
const billed = (tenantId: string, of: { studentId: Sql; itemId: Sql; xn: Sql }): Sql =>
  sql`exists (select from bill_line l where l.tenant_id = ${tenantId} and l.student_id = ${of.studentId} and l.item_id = ${of.itemId} and l.xn = ${of.xn} and l.source_type <> ${OPENING} and l.charged > 0)`

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
    async add({ db }, draft) {
      const { studentId = '', itemId = '', xn = '' } = draft
      if (!isSchoolYear(xn)) throw refusalOf(openingBalance, 'year', { xn }, 'xn')
      const [found] = await db.query<{ isBilled: boolean }>(
        sql`select ${billed(db.me.tenantId, { studentId: sql`${studentId}::uuid`, itemId: sql`${itemId}::uuid`, xn: sql`${xn}` })} as "isBilled"`,
      )
      if (!found?.isBilled) return
      const [who, item] = [(await studentsOf(db, [studentId])).get(studentId), (await db.cached(chargeItem)).get(itemId)]
      throw refusalOf(openingBalance, 'billed', { name: who?.name, item: item?.name, xn }, 'itemId')
    },
    added: ({ db }, row) => handOver(db, [row]),
    async remove({ db }, row) {
      const line = await db.unscoped(billLine).find({ sourceType: OPENING, sourceId: row.id }) // of this balance
      if (line?.paid) throw refusalOf(openingBalance, 'paid', { paid: yuanText(line.paid) })
    },
    removed: ({ db }, row) => handOver(db, [row], false),
  }),
  ...studentNumbers(openingBalance),
  importRules(openingBalance, {
    check: ({ rows, tenantId }) => [
      sql`select s._row as row, 'xn' as field, 'year' as rule, jsonb_build_object('xn', s.xn) as values from ${rows} s
        where case when s.xn ~ '^[0-9]{4}-[0-9]{4}$' then right(s.xn, 4)::int <> left(s.xn, 4)::int + 1 else true end`,
      sql`select s._row as row, 'itemId' as field, 'billed' as rule, jsonb_build_object('name', t.name, 'item', i.name, 'xn', s.xn) as values from ${rows} s
        join student t on t.tenant_id = ${tenantId} and t.id = s.student_id join charge_item i on i.tenant_id = ${tenantId} and i.id = s.item_id
        where s._new and ${billed(tenantId, { studentId: sql`s.student_id`, itemId: sql`s.item_id`, xn: sql`s.xn` })}`,
    ],
    async written(db, { rows }) {
      const ids = await db.query<{ id: string }>(sql`select id from ${rows} s where s._new`)
      await handOver(db, await db.unscoped(openingBalance).all({ id: ids.map(r => r.id) })) // rows of this import
    },
  }),
]
