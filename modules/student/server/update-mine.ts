import { handle } from '#server/context.ts'
import { paramOf } from '#server/params/params.ts'
import { updateMine } from '../model/actions.ts'
import { isEnded, STUDENT_STATUS, type StudentStatus } from '../model/status.ts'
import { student } from '../model/student.ts'
import { afterUpdate, preparePatch, type Values } from './record.ts'

/** Students update their own contact data; the history records them as the source. */
export default handle(updateMine, async (ctx, { version, ...given }) => {
  const { db, me, refuse } = ctx
  if (!me.studentId) refuse('notStudent')
  const row = await db.visible(student).lock(me.studentId as string)
  if (isEnded(String(row.status))) refuse('ended', { status: STUDENT_STATUS[row.status as StudentStatus] })
  if (await paramOf<boolean>(ctx, 'student', 'contact.approval')) refuse('approval')
  const patch: Values = { ...given }
  if (row.version === version) await preparePatch(db, row, patch, 'student:student:updateMine')
  const after = await db.sourced('self').update(student, row.id, patch, version)
  await afterUpdate(db, row, after, 'self')
  return { id: after.id, version: after.version }
})
