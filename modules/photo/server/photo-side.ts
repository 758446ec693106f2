import sql from 'sql-template-tag'
import { supplyPhotos } from '#modules/student/server/api.ts'
import { photoWall } from '../model/actions.ts'
import { studentPhoto } from '../model/photo.ts'

export default supplyPhotos({
  async havePhoto(db, studentIds) {
    const rows = await db.query<{ id: string }>(
      sql`select distinct student_id as id from student_photo where tenant_id = ${db.me.tenantId} and student_id = any(${[...studentIds]}::uuid[]) and is_current`,
    )
    return new Set(rows.map(r => r.id))
  },
  /** The latest kind of each that is in use: of students in the reader's scope, and their own. */
  async photosOf(db, studentIds, kind) {
    const rows = await db.query<{
      studentId: string
      fileId: string
    }>(sql`select distinct on (p.student_id) p.student_id as "studentId", p.file_id->>0 as "fileId" from student_photo p
      where p.tenant_id = ${db.me.tenantId} and p.student_id = any(${[...studentIds]}::uuid[]) and p.is_current and (${kind ?? null}::text is null or p.kind = ${kind ?? null})
        and (p.student_id = ${db.me.studentId}::uuid or p.id in (select id from (${db.visibleFor(studentPhoto, photoWall.permission).rows()}) v))
      order by p.student_id, array_position(array['graduation', 'enrolment', 'admission'], p.kind)`)
    return new Map(rows.map(r => [r.studentId, r.fileId]))
  },
  async lockPhotos(db, studentIds, kind) {
    await db.updateWhere(studentPhoto, { studentId: studentIds, kind, isCurrent: true, state: 'accepted' }, { state: 'locked' })
  },
})
