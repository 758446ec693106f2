import sql, { type Sql } from 'sql-template-tag'
import { importRules, type Stage } from '#server/spreadsheets/rules.ts'
import { goingOut, HOLDING } from '../model/going-out.ts'

/** Trips of earlier systems: those that are over. They stand as planned, recorded by staff, and ask or tell nobody. */
export default importRules(goingOut, {
  without: ['proofs'],
  fills: ['departmentId', 'classId', 'state', 'confirmedAt', 'outAt', 'outWay', 'backAt', 'backWay'],
  async prepare(db, { rows, tenantId }) {
    await db.query(sql`update ${rows} s set state = 'back', department_id = t.department_id, class_id = t.class_id, confirmed_at = s.out_planned,
        out_at = s.out_planned, out_way = 'staff', back_at = s.back_planned, back_way = 'staff'
      from student t where t.tenant_id = ${tenantId} and t.id = s.student_id and s._new`)
  },
  check: stage => [orderFaults(stage), runningFaults(stage), ...overlapFaults(stage)],
})
const clock = (at: Sql): Sql => sql`to_char(${at} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI')`
const span = (alias: Sql): Sql => sql`'from', ${clock(sql`${alias}.out_planned`)}, 'to', ${clock(sql`${alias}.back_planned`)}`
const orderFaults = ({ rows }: Stage): Sql =>
  sql`select s._row as row, 'backPlanned' as field, 'order' as rule, jsonb_build_object(${span(sql`s`)}) as values from ${rows} s where s.back_planned <= s.out_planned`
const runningFaults = ({ rows }: Stage): Sql =>
  sql`select s._row as row, 'backPlanned' as field, 'notOver' as rule, jsonb_build_object('to', ${clock(sql`s.back_planned`)}) as values from ${rows} s where s.back_planned > now()`
/** A student is out once at a time: in the table, and in the sheet. */
function overlapFaults({ rows, tenantId }: Stage): Sql[] {
  const values = sql`jsonb_build_object(${span(sql`o`)}, 'place', o.place) as values`
  const meets = sql`o.student_id = s.student_id and o.id <> s.id and s.back_planned > s.out_planned and o.out_planned < s.back_planned and o.back_planned > s.out_planned`
  return [
    sql`select s._row as row, 'outPlanned' as field, 'overlap' as rule, ${values} from ${rows} s join going_out o on o.tenant_id = ${tenantId} and ${meets}
      and o.state = any(${[...HOLDING, 'back']}::text[]) where not exists (select 1 from ${rows} x where x.id = o.id)`,
    sql`select s._row as row, 'outPlanned' as field, 'overlap' as rule, ${values} from ${rows} s join ${rows} o on ${meets} and o._row < s._row`,
  ]
}
