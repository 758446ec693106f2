import sql, { type Sql } from 'sql-template-tag'
import { studentNumbers } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { takeNext } from '#server/data/series.ts'
import { archiveFile } from '../model/archive-file.ts'
import { archiveMaterial } from '../model/archive-material.ts'
import { archiveMove } from '../model/archive-move.ts'
import { prepareFiles } from '../model/file-actions.ts'
import { followMissing } from './missing.ts'

const DIGITS = 6
/** Expected files of these students `s` who have none; returns how many were made. */
export async function makeFiles(db: Db, students: Sql): Promise<number> {
  const lacking = await db.query<{ id: string }>(sql`select s.id from student s where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and ${students}
    and not exists (select from archive_file f where f.tenant_id = s.tenant_id and f.student_id = s.id) order by s.student_no, s.id`)
  if (!lacking.length) return 0
  const year = today().slice(0, 4)
  const first = await takeNext(db, 'archive_series', `file ${year}`, lacking.length)
  const drafts = lacking.map(({ id }, n) => ({ studentId: id, archiveNo: `DA${year}${String(first + n).padStart(DIGITS, '0')}` }))
  const made = await db.insertMany(archiveFile, drafts, { skipExisting: true, history: false })
  await followMissing(db, sql`f.student_id = any(${lacking.map(l => l.id)}::uuid[])`)
  return made
}
/** Files of these students by student; those that are lacking are made. */
export async function filesOf(db: Db, studentIds: readonly string[]): Promise<Map<string, string>> {
  const ids = [...new Set(studentIds)]
  if (!ids.length) return new Map()
  await makeFiles(db, sql`s.id = any(${ids}::uuid[])`)
  const rows = await db.unscoped(archiveFile).all({ studentId: ids }) // of the caller's students
  return new Map(rows.map(r => [r.studentId, r.id]))
}
const prepare = handle(prepareFiles, async ({ db }) => ({ done: await makeFiles(db, sql`s.has_record`) }))
export default [prepare, ...[archiveFile, archiveMaterial, archiveMove].flatMap(of => studentNumbers(of))]
