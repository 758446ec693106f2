import sql from 'sql-template-tag'
import { isEnded, type StudentStatus } from '#modules/student/model/status.ts'
import { on } from '#server/context.ts'
import { enlistRecord } from '../model/record.ts'

const NOT_YET = ['registered', 'medical', 'review', 'chosen']
/** 40-E1: the day until which the status is kept is the one of the record; of whoever leaves the school before the notice nothing comes. */
export default on('student.statusChanged', 'enlistment.status', async ({ db }, { studentId, to, until, effectiveDate }) => {
  if (typeof studentId !== 'string' || typeof to !== 'string') return
  if ((to === 'retained' || to === 'reserved') && typeof until === 'string')
    await db.updateWhere(enlistRecord, sql`t.student_id = ${studentId} and t.stage in ('enlisted', 'discharged')`, { keepStatusUntil: until })
  if (isEnded(to as StudentStatus) && typeof effectiveDate === 'string')
    await db.updateWhere(enlistRecord, sql`t.student_id = ${studentId} and t.state = 'approved' and t.stage = any(${NOT_YET}::text[])`, {
      stage: 'failed',
      endedOn: effectiveDate,
      endReason: '学籍已终止',
    })
})
