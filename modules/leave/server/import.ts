import sql, { type Sql } from 'sql-template-tag'
import { studentsOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { serialNoSql } from '#server/data/serial-no.ts'
import { importRules, type Stage } from '#server/spreadsheets/rules.ts'
import { spanFaults } from '#server/spreadsheets/span-faults.ts'
import { HOLDING, leave } from '../model/leave.ts'
import { leaveType } from '../model/leave-type.ts'
import { approve, tellChanged } from './approved.ts'
import { outcomeOf } from './outcome.ts'
import { numbersOf, typeOf } from './submit.ts'

const LEFT_OUT = ['cantonCode', 'address', 'transport', 'companion', 'contactName', 'contactPhone', 'guardianInformed', 'privateReason'] as const
const FILLS = ['leaveNo', 'departmentId', 'classId', 'days', 'applyWay', 'state', 'contactName', 'contactPhone', 'besideHoliday', 'hasExam'] as const

/** 导入公假: student number, type, from and to; imported rows are approved, with the same effects on lessons, teachers and other modules. */
export default importRules(leave, {
  without: LEFT_OUT,
  fills: FILLS,
  async prepare(db, { rows, tenantId }) {
    await db.query(sql`update ${rows} s set leave_no = ${serialNoSql('QJ', 'leave_no_seq')}, state = 'approved', apply_way = 'byStaff',
        department_id = t.department_id, class_id = t.class_id, contact_name = t.emergency_name, contact_phone = t.emergency_phone, beside_holiday = false, has_exam = false
      from student t where t.tenant_id = ${tenantId} and t.id = s.student_id and s._new`)
    await fillDays(db, rows)
  },
  check: stage => [...spans(stage), typeFaults(stage)],
  async written(db, { rows }) {
    const lines = await db.query<{ id: string; isNew: boolean }>(sql`select id, _new as "isNew" from ${rows} s where _new or _changed order by student_id, start_at`)
    for (const { id, isNew } of lines) await settle(db, id, isNew)
  },
})
interface Line {
  row: number
  studentId: string
  typeId: string
  startAt: string
  endAt: string
}
/** Days are computed here, so that the check shows them; a reversed span gets a value that is refused anyway. */
async function fillDays(db: Db, rows: Sql): Promise<void> {
  const lines = await db.query<Line>(
    sql`select _row as row, student_id as "studentId", type_id as "typeId", start_at as "startAt", end_at as "endAt" from ${rows} s where start_at is not null and end_at > start_at and student_id is not null`,
  )
  const types = await db.cached(leaveType)
  const days: Array<[row: number, days: number]> = []
  for (const { row, typeId, ...line } of lines) {
    const type = types.get(typeId)
    if (type) days.push([row, (await outcomeOf(db, { ...line, classId: null, type })).days])
  }
  await db.query(
    sql`update ${rows} s set days = coalesce(x.days, 0.5) from ${rows} y left join unnest(${days.map(d => d[0])}::int[], ${days.map(d => d[1])}::numeric[]) x(row, days) on x.row = y._row where y._row = s._row`,
  )
}
async function settle(db: Db, id: string, isNew: boolean): Promise<void> {
  const row = await db.unscoped(leave).lock(id) // written by this import
  if (isNew) return approve({ db }, row)
  const who = (await studentsOf(db, [row.studentId])).get(row.studentId)
  if (!who) return
  const outcome = await outcomeOf(db, { studentId: who.id, classId: who.classId, type: await typeOf(db, row.typeId), startAt: row.startAt, endAt: row.endAt, id })
  await tellChanged(db, await db.update(leave, id, { ...numbersOf(outcome), lessons: outcome.lessons }))
}
const typeFaults = ({ rows, tenantId }: Stage): Sql =>
  sql`select s._row as row, 'typeId' as field, 'typeOff' as rule, jsonb_build_object('name', t.name) as values from ${rows} s join leave_type t on t.tenant_id = ${tenantId} and t.id = s.type_id where not t.is_enabled`
/** 20-L8: overlaps with existing leaves and with other lines of the sheet. */
const spans = (stage: Stage): Sql[] =>
  spanFaults(stage, {
    ...{ of: leave, by: 'studentId', from: 'startAt', to: 'endAt', also: sql`, 'leaveNo', o.leave_no` },
    held: sql`o.extends_id is null and o.state = any(${[...HOLDING]}::text[])`,
  })
