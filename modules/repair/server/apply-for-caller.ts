import { accountsOf, studentByNo } from '#modules/student/server/api.ts'
import { countTriedNumbers } from '#server/access/tried-numbers.ts'
import { handle } from '#server/context.ts'
import { applyForCaller } from '../model/apply-actions.ts'
import { report } from './report.ts'

/** 20-R11: a student who calls is the applicant and gets all messages; of others the name is kept. */
export default handle(applyForCaller, async (ctx, { studentNo, callerName, ...form }) => {
  const { db, me, refuse } = ctx
  if (!studentNo && !callerName) refuse('caller', {}, 'callerName')
  if (studentNo) countTriedNumbers(me, 1)
  const student = studentNo ? await studentByNo(db, studentNo) : undefined
  if (studentNo && !student) refuse('unknown', { no: studentNo }, 'studentNo')
  const applicantId = student ? ((await accountsOf(db, [student.id])).get(student.id) ?? null) : null
  const { id, orderNo } = await report(ctx, form, { applicantId, enteredById: me.userId, callerName: callerName ?? student?.name ?? null }, applyForCaller.permission)
  return { id, orderNo }
})
