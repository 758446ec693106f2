import sql, { type Sql } from 'sql-template-tag'
import { schoolTimeSql } from '#server/data/school-time-sql.ts'
import { importRules, type Stage } from '#server/spreadsheets/rules.ts'
import { spanFaults } from '#server/spreadsheets/span-faults.ts'
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
  check: stage => [...spans(stage), runningFaults(stage)],
})
/** A student is out once at a time: in the table, and in the sheet. */
const spans = (stage: Stage): Sql[] =>
  spanFaults(stage, {
    of: goingOut,
    by: 'studentId',
    from: 'outPlanned',
    to: 'backPlanned',
    held: sql`o.state = any(${[...HOLDING, 'back']}::text[])`,
    also: sql`, 'place', o.place`,
  })
const runningFaults = ({ rows }: Stage): Sql =>
  sql`select s._row as row, 'backPlanned' as field, 'notOver' as rule, jsonb_build_object('to', ${schoolTimeSql(sql`s.back_planned`)}) as values from ${rows} s where s.back_planned > now()`
