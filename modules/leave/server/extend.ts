import { mustAllow, notAllowed } from '#model'
import { schoolTimeText, toSchoolTime } from '#model/school-time.ts'
import { selfStudent } from '#modules/student/server/api.ts'
import { mustBePresent } from '#modules/workflow/server/api.ts'
import { type ActionCtx, handle } from '#server/context.ts'
import { extendLeave } from '../model/actions.ts'
import { beginOf, endOf, spanOf } from '../model/half-days.ts'
import { leave } from '../model/leave.ts'
import { leaves } from './application.ts'
import type { Form, Leave } from './submit.ts'

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
export default handle(extendLeave, async (ctx, { id, endAt, reason, proofs }) => {
  const who = await selfStudent(ctx, { lock: true })
  mustBePresent(extendLeave, who)
  const row = await leaves.own.lock(ctx, id)
  mustRun(ctx, row, endAt)
  await mustBeOnly(ctx, row)
  const until = endOf(spanOf(extensionStart(row), endAt).to)
  const form = formOf(row, { startAt: extensionStart(row), endAt: toSchoolTime(until).date === toSchoolTime(endAt).date ? endAt : until, reason, proofs: proofs ?? [] })
  return leaves.submit(ctx, who, form, { given: { extendsId: row.id } })
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
