import sql from 'sql-template-tag'
import type { InputOf, OutputOf } from '#model'
import { type Ctx, handle } from '#server/context.ts'
import { completenessByClass } from '../model/statistics.ts'
import { student } from '../model/student.ts'
import { organisation } from './place.ts'

/** Classes by completeness of their records, worst first. */
export async function completeness({ db }: Ctx, { departmentId }: InputOf<typeof completenessByClass>): Promise<Array<OutputOf<typeof completenessByClass>>> {
  const rows = await db.query<{ classId: string; count: number; complete: number; average: number; lowest: number }>(sql`
    select s.class_id as "classId", count(*)::int as count, (count(*) filter (where s.completeness = 100))::int as complete,
      floor(avg(s.completeness))::int as average, min(s.completeness) as lowest
    from ${db.visible(student).rows()} s
    where s.has_record and s.class_id is not null and (${departmentId ?? null}::uuid is null or s.department_id = ${departmentId ?? null})
    group by 1 order by average, lowest`)
  const o = await organisation(db)
  return rows.map(row => {
    const cls = o.classes.get(row.classId)
    return { ...row, className: cls?.name ?? null, grade: cls?.grade ?? null, departmentName: o.departments.get(cls?.departmentId ?? '')?.name ?? null }
  })
}
export default handle(completenessByClass, completeness)
