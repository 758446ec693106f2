import { mustAllow, notAllowed, refusalOf } from '#model'
import { schoolTimeText, toSchoolTime } from '#model/school-time.ts'
import { student } from '#modules/student/model/student.ts'
import { selfStudent, studentOf } from '#modules/student/server/api.ts'
import { resubmit } from '#modules/workflow/server/api.ts'
import { type ActionCtx, type Ctx, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { applyForStudent, applyLeave, extendLeave, resubmitLeave } from '../model/actions.ts'
import { leaveSubject } from '../model/flow.ts'
import { beginOf, endOf, spanOf } from '../model/half-days.ts'
import { leave } from '../model/leave.ts'
import { LEAVE_MESSAGES } from '../model/messages.ts'
import { approve } from './approved.ts'
import { aboutLeave } from './people.ts'
import { draftOf, type Form, type Leave, makeLeave, submitLeave, validateForm } from './submit.ts'

/** Locks the student: concurrent applications are serialized, so that the overlap check holds. */
export const LOCKED = { lock: true } as const
/** One's own leave, locked; others' are "not found". */
export async function ownLeave({ db, me }: Pick<Ctx, 'db' | 'me'>, id: string): Promise<Leave> {
  const row = await db.unscoped(leave).lock(id) // ownership is checked next
  if (!me.studentId || row.studentId !== me.studentId) throw notFound()
  return row
}

const apply = handle(applyLeave, async (ctx, form) => {
  const row = await makeLeave(ctx.db, await selfStudent(ctx, LOCKED), form, { applyWay: 'self', isStaff: false })
  return submitLeave(ctx, row)
})
/** Staff apply for a student in their scope; approval given by phone takes effect at once and is recorded with the name. */
const applyFor = handle(applyForStudent, async (ctx, { studentId, approvedByPhone, ...form }) => {
  const { db, me } = ctx
  const visible = await db.visible(student).find({ id: studentId })
  const who = visible && (await studentOf(db, studentId, LOCKED))
  if (!who) throw refusalOf(leave, 'studentUnknown', {}, 'studentId')
  const row = await makeLeave(db, who, form, { applyWay: 'byStaff', isStaff: true, ...(approvedByPhone ? { approvedByPhone, state: 'approved' as const } : {}) })
  await notifyAbout(db, LEAVE_MESSAGES.recorded, aboutLeave, [{ row, who, more: { by: me.nickName } }])
  if (!approvedByPhone) return submitLeave(ctx, row, { submittedBy: me.userId })
  await approve(ctx, row)
  return { id: row.id, leaveNo: row.leaveNo, instanceId: null, nextStep: null }
})
const resubmitted = handle(resubmitLeave, async (ctx, { id, ...form }) => {
  const { db } = ctx
  const who = await selfStudent(ctx, LOCKED)
  const row = await ownLeave(ctx, id)
  mustAllow(leave, row, 'resubmit')
  const draft = draftOf(form, await validateForm(db, who, form, { id, extendsId: row.extendsId, isStaff: false }))
  const changed = await db.update(leave, id, draft)
  await attachFiles(db, leave, id, draft)
  const { instanceId, nextStep } = await resubmit(ctx, leaveSubject, changed)
  return { id, leaveNo: row.leaveNo, instanceId, nextStep: nextStep ?? null }
})

type Extending = ActionCtx<typeof extendLeave>
function mustRun(ctx: Extending, row: Leave, endAt: string): void {
  mustAllow(leave, row, 'extend')
  if (row.extendsId) throw notAllowed(leave, row, 'extend')
  if (Date.parse(row.endAt) <= Date.now()) ctx.refuse('ended', { to: schoolTimeText(row.endAt) })
  if (Date.parse(endAt) <= Date.parse(row.endAt)) ctx.refuse('order', { to: schoolTimeText(endAt), from: schoolTimeText(row.endAt) }, 'endAt')
}
async function mustBeOnly(ctx: Extending, row: Leave): Promise<void> {
  const running = await ctx.db.unscoped(leave).find({ extendsId: row.id, state: ['pending', 'returned'] }) // restricted to one's own leave
  if (running) ctx.refuse('running', { leaveNo: running.leaveNo })
}
/** 20-L9: an extension begins with the half day after the leave ends, so that both count together. */
export const extensionStart = ({ startAt, endAt }: Pick<Leave, 'startAt' | 'endAt'>): string => beginOf(spanOf(startAt, endAt).to + 1)
const extend = handle(extendLeave, async (ctx, { id, endAt, reason, proofs }) => {
  const { db } = ctx
  const who = await selfStudent(ctx, LOCKED)
  const row = await ownLeave(ctx, id)
  mustRun(ctx, row, endAt)
  await mustBeOnly(ctx, row)
  const until = endOf(spanOf(extensionStart(row), endAt).to)
  const form = formOf(row, { startAt: extensionStart(row), endAt: toSchoolTime(until).date === toSchoolTime(endAt).date ? endAt : until, reason, proofs: proofs ?? [] })
  return submitLeave(ctx, await makeLeave(db, who, form, { applyWay: 'self', isStaff: false, extendsId: row.id }))
})
/** Values an extension copies from its leave. */
const formOf = (row: Leave, more: Pick<Form, 'startAt' | 'endAt' | 'reason' | 'proofs'>): Form => ({
  typeId: row.typeId,
  leavesCampus: row.leavesCampus,
  leavesCity: row.leavesCity,
  cantonCode: row.cantonCode,
  address: row.address,
  transport: row.transport,
  companion: row.companion,
  contactName: row.contactName,
  contactPhone: row.contactPhone,
  guardianInformed: true, // proofs were required with the leave itself
  examConfirmed: true,
  proofPromised: true,
  ...more,
})
export default [apply, applyFor, resubmitted, extend]
