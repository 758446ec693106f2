import sql from 'sql-template-tag'
import { relationSource, type Who } from '#modules/workflow/server/api.ts'
import { managersOf } from './managers.ts'

/** The building an application names: the one it moves to, or the one it is about. */
const named = ({ row }: Who): string | undefined => [row.toDormId, row.dormId].find(id => typeof id === 'string')
/** 宿舍管理员 in flows: managers of the application's building, else of the student's. */
export default relationSource('dormManager', async (db, whos) => {
  const students = whos.flatMap(w => w.studentId ?? [])
  const rows = await db.query<{ studentId: string; dormId: string }>(sql`select distinct on (student_id) student_id as "studentId", dorm_id as "dormId" from dorm_stay
    where tenant_id = ${db.me.tenantId} and student_id = any(${students}::uuid[]) and is_open and kind <> 'temporary' order by student_id, (state = 'checkedIn') desc, planned_in`)
  const homes = new Map(rows.map(r => [r.studentId, r.dormId]))
  const dorms = whos.map(w => named(w) ?? homes.get(w.studentId ?? ''))
  const managers = await managersOf(
    db,
    dorms.flatMap(d => d ?? []),
  )
  return dorms.map(d => managers.get(d ?? '') ?? [])
})
