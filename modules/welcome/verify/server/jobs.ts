import sql from 'sql-template-tag'
import { addMonths } from '#model/days.ts'
import { schoolInstant } from '#model/school-time.ts'
import { reexaminations } from '#modules/admission/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { dropFilesOf } from '#server/files/attachments.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { idVerification } from '../model/verification.ts'
import { settingsOf } from './settings.ts'

/** 30-WV4: pictures of those whose re-examination, or without one whose batch, ended so many months ago are deleted; while one is open they are needed. The results stay. */
export async function eraseDue(db: Db, day = today()): Promise<number> {
  const { 'verify.keepMonths': months } = await settingsOf(db)
  const before = schoolInstant(addMonths(day, -months))
  const due = await db.query<{
    id: string
    files: string[]
  }>(sql`select v.id, array(select jsonb_array_elements_text(coalesce(v.id_files, '[]') || coalesce(v.live_photo, '[]'))) as files
    from id_verification v join welcome_batch b on b.tenant_id = v.tenant_id and b.id = v.batch_id left join (${reexaminations(db)}) r on r.student_id = v.student_id
    where v.tenant_id = ${db.me.tenantId} and (v.id_files is not null or v.live_photo is not null) and case when r.student_id is null then b.end_time else r.ended_at end < ${before}::timestamptz
    for update of v`)
  if (!due.length) return 0
  await dropFilesOf(
    db,
    idVerification,
    due.flatMap(v => v.files),
  )
  const gone = await db.updateWhere(idVerification, { id: due.map(v => v.id) }, { idFiles: null, livePhoto: null })
  return gone.length
}
export default scheduledJob('welcome.erasePictures', '到期删除核验照片', '50 3 * * *', db => eraseDue(db), {
  due: `select from id_verification where tenant_id = $1 and (id_files is not null or live_photo is not null)`,
})
