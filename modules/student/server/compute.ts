import sql from 'sql-template-tag'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { cantonsByCode, studyYears } from '#modules/campus/server/api.ts'
import type { Registration } from '#server/base/extension-point.ts'
import { compute, type Db } from '#server/context.ts'
import { student } from '../model/student.ts'
import { bedOfStudents } from './bed-side.ts'
import { staffOfClasses } from './staff.ts'

/** Full names of regions by code, from the cache. */
export async function cantonNames(db: Db): Promise<(code: string | null) => string | null> {
  const byCode = await cantonsByCode(db)
  return code => {
    const found = byCode.get(code ?? '')
    return found ? (found.fullName ?? found.name) : null
  }
}
const registered: Registration[] = [
  compute(student, ['fdyName', 'bzrName'], async ({ db }, rows) => {
    const staff = await staffOfClasses(db)
    for (const row of rows) {
      const { fdyName, bzrName } = staff(row.classId)
      Object.assign(row, { fdyName, bzrName })
    }
  }),
  compute(student, ['nativeCantonName', 'sourceCantonName', 'homeCantonName'], async ({ db }, rows) => {
    const names = await cantonNames(db)
    for (const row of rows) for (const key of ['nativeCanton', 'sourceCanton', 'homeCanton'] as const) row[`${key}Name`] = names(row[key])
  }),
  compute(student, ['studyYear'], async ({ db }, rows) => {
    const yearOf = await studyYears(db)
    for (const row of rows) row.studyYear = row.hasRecord ? yearOf(row.grade) : null
  }),
  compute(student, ['dormFullName'], async ({ db }, rows) => {
    const beds = await bedOfStudents(
      db,
      rows.map(r => r.id),
    )
    for (const row of rows) row.dormFullName = beds.get(row.id)?.fullName ?? null
  }),
  compute(stuClass, ['studentCount'], async ({ db }, rows) => {
    const counts = await countsByClass(
      db,
      rows.map(r => r.id),
    )
    for (const row of rows) row.studentCount = counts.get(row.id) ?? 0
  }),
]
/** Number of students per class who have not ended. */
export async function countsByClass(db: Db, classIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.query<{ id: string; n: number }>(sql`
    select counselled_class_id as id, count(*)::int as n from student
    where tenant_id = ${db.me.tenantId} and deleted_at is null and counselled_class_id = any(${[...classIds]}::uuid[]) group by 1`)
  return new Map(rows.map(r => [r.id, r.n]))
}
export default registered
