import sql, { type Sql } from 'sql-template-tag'
import { importRules, type Stage } from '#server/spreadsheets/rules.ts'
import { bedWithPlace, roomGender } from '../../stays/server/api.ts'
import { PLAN_MODES, planStates } from '../model/plan.ts'
import { presortPin } from '../model/result.ts'

const GENDERS = { 1: '男', 2: '女' }
const words = (column: Sql, of: object): Sql => sql`coalesce(${JSON.stringify(of)}::jsonb ->> ${column}, ${column})`
const fault = (field: string, rule: string, values: Sql, from: Sql): Sql => sql`select s._row as row, ${field}::text as field, ${rule}::text as rule, ${values} as values ${from}`

/** 指定 by spreadsheet: student number and bed, for a whole grade. */
export default importRules(presortPin, {
  fills: ['departmentId', 'classId', 'kind'],
  async prepare(db, { rows, tenantId }) {
    await db.query(sql`update ${rows} s set department_id = t.department_id, class_id = t.class_id from student t where t.tenant_id = ${tenantId} and t.id = s.student_id`)
  },
  check: ({ rows, tenantId }: Stage) => {
    const name = sql`(select t.name from student t where t.tenant_id = ${tenantId} and t.id = s.student_id)`
    const bed = sql`(select b.full_name from dorm_bed b where b.tenant_id = ${tenantId} and b.id = s.bed_id)`
    const plan = sql`from ${rows} s join presort_plan p on p.tenant_id = ${tenantId} and p.id = s.plan_id`
    return [
      fault(
        'planId',
        'fixed',
        sql`jsonb_build_object('plan', p.name, 'state', ${words(sql`p.state`, planStates)})`,
        sql`${plan} where p.state not in ('draft', 'simulated', 'undone')`,
      ),
      fault('planId', 'mode', sql`jsonb_build_object('plan', p.name, 'mode', ${words(sql`p.mode`, PLAN_MODES)})`, sql`${plan} where p.mode <> 'toStudent'`),
      fault('bedId', 'noBed', sql`jsonb_build_object('name', ${name})`, sql`from ${rows} s where s.kind = 'pin' and s.bed_id is null`),
      fault('bedId', 'someBed', sql`jsonb_build_object('name', ${name})`, sql`from ${rows} s where s.kind = 'exclude' and s.bed_id is not null`),
      fault(
        'bedId',
        'gender',
        sql`jsonb_build_object('name', t.name, 'student', ${words(sql`t.gender_code`, GENDERS)}, 'bed', ${bed}, 'room', ${words(sql`x.gender`, GENDERS)})`,
        sql`from ${rows} s join student t on t.tenant_id = ${tenantId} and t.id = s.student_id join lateral (select ${roomGender} as gender from ${bedWithPlace(tenantId)} where b.id = s.bed_id) x on x.gender <> t.gender_code`,
      ),
      fault(
        'bedId',
        'takenInFile',
        sql`jsonb_build_object('bed', ${bed}, 'first', o.row)`,
        sql`from ${rows} s cross join lateral (select min(o._row) as row from ${rows} o where o.plan_id = s.plan_id and o.bed_id = s.bed_id and o._row < s._row) o where o.row is not null`,
      ),
      fault(
        'bedId',
        'bedTwice',
        sql`jsonb_build_object('bed', ${bed}, 'holder', t.name)`,
        sql`from ${rows} s join presort_pin o on o.tenant_id = ${tenantId} and o.plan_id = s.plan_id and o.bed_id = s.bed_id and o.id <> s.id and not exists (select 1 from ${rows} x where x.id = o.id) join student t on t.tenant_id = o.tenant_id and t.id = o.student_id`,
      ),
    ]
  },
})
