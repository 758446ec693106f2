import sql, { type Sql } from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { isSchoolYear } from '#modules/campus/model/school-year.ts'
import { studentNumbers, studentOf } from '#modules/student/server/api.ts'
import { type Db, rules } from '#server/context.ts'
import { importRules } from '#server/spreadsheets/rules.ts'
import { itemsOf } from '../../items/server/api.ts'
import { awardRecord } from '../model/award-record.ts'

export type Award = Row<typeof awardRecord>
type Draft = Partial<Award>
/** History that is entered by hand: individual awards of earlier years. */
async function enter(db: Db, draft: Draft): Promise<void> {
  const { xn = '', itemId = '', studentId = '', grantedOn = '', level } = draft
  const [item] = await itemsOf(db, [itemId])
  const who = await studentOf(db, studentId)
  if (!item || !who) return // the references are checked by the kernel
  if (!isSchoolYear(xn)) throw refusalOf(awardRecord, 'xn', { xn }, 'xn')
  if (grantedOn < xn.slice(0, 4)) throw refusalOf(awardRecord, 'year', { on: grantedOn, xn }, 'grantedOn')
  if (item.subject !== 'student') throw refusalOf(awardRecord, 'collective', { item: item.name }, 'itemId')
  if (level && !item.levels.some(l => l?.name === level)) throw refusalOf(awardRecord, 'level', { item: item.name, level }, 'level')
  const held = await db.unscoped(awardRecord).find({ studentId, itemId, xn, state: 'valid' }) // of any source
  if (held) throw refusalOf(awardRecord, 'twice', { name: who.name, xn, item: item.name }, 'itemId')
  Object.assign(draft, { recipient: who.name, departmentId: who.departmentId, classId: who.classId, state: 'valid', source: 'import' })
}
const fault = (rows: Sql, tenantId: string, [field, rule]: readonly [string, string], values: Sql, where: Sql): Sql =>
  sql`select s._row as row, ${field} as field, ${rule} as rule, ${values} as values from ${rows} s join award_item i on i.tenant_id = ${tenantId} and i.id = s.item_id
    join student t on t.tenant_id = ${tenantId} and t.id = s.student_id where s._new and ${where}`
export default [
  rules(awardRecord, { add: ({ db }, draft: Draft) => enter(db, draft) }),
  ...studentNumbers(awardRecord),
  importRules(awardRecord, {
    fills: ['recipient', 'departmentId', 'classId', 'state', 'source'],
    async prepare(db, { rows, tenantId }) {
      await db.query(sql`update ${rows} s set recipient = t.name, department_id = t.department_id, class_id = t.class_id, state = 'valid', source = 'import'
        from student t where t.tenant_id = ${tenantId} and t.id = s.student_id and s._new`)
    },
    check: ({ rows, tenantId }) => [
      fault(rows, tenantId, ['xn', 'xn'], sql`jsonb_build_object('xn', s.xn)`, sql`s.xn !~ '^[0-9]{4}-[0-9]{4}$'`),
      fault(rows, tenantId, ['grantedOn', 'year'], sql`jsonb_build_object('on', s.granted_on, 'xn', s.xn)`, sql`s.granted_on::text < left(s.xn, 4)`),
      fault(rows, tenantId, ['itemId', 'collective'], sql`jsonb_build_object('item', i.name)`, sql`i.subject <> 'student'`),
      fault(
        rows,
        tenantId,
        ['itemId', 'twice'],
        sql`jsonb_build_object('name', t.name, 'xn', s.xn, 'item', i.name)`,
        sql`(exists (select from award_record o where o.tenant_id = ${tenantId} and o.student_id = s.student_id and o.item_id = s.item_id and o.xn = s.xn and o.state = 'valid')
          or exists (select from ${rows} o where o._new and o._row < s._row and o.student_id = s.student_id and o.item_id = s.item_id and o.xn = s.xn))`,
      ),
    ],
  }),
]
