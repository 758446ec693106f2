import { type Ctx, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { closeTodos } from '#server/notifications/todos.ts'
import { CHECK_MESSAGES } from '../model/messages.ts'
import { dormViolation, violationStates } from '../model/violation.ts'
import { confirmViolation, dismissViolation, referViolation } from '../model/violation-actions.ts'
import { held, mustBe, toldOf } from './concerned.ts'
import { loseTitles } from './titles.ts'

const decided = ({ me }: Ctx, decision: string) => ({ decidedAt: new Date().toISOString(), decidedBy: me.userId, decision })
/** 20-DI6 */
const confirm = handle(confirmViolation, async (ctx, { id, level, decision }) => {
  const { db, refuse, me } = ctx
  const row = await held(ctx, id)
  if (me.studentId && me.studentId === row.studentId) refuse('ownCase', { violationNo: row.violationNo })
  if (row.state === 'recorded') refuse('unheard', { violationNo: row.violationNo, how: translate(ctx.lang, row.askedAt ? '陈述时间还没有过' : '请先请学生陈述') })
  mustBe(row, 'confirm')
  const after = await db.update(dormViolation, id, { state: 'confirmed', level, ...decided(ctx, decision) })
  await notifyEach(db, CHECK_MESSAGES.violationDecided, await toldOf(db, [after], () => ({ outcome: { text: violationStates.labels.confirmed }, decision })))
  if (level === 'serious') await loseTitles(db, after)
  await db.emit('dormitory.violationConfirmed', { violationId: id, studentId: row.studentId, level })
})
const dismiss = handle(dismissViolation, async (ctx, { id, decision }) => {
  const row = await held(ctx, id)
  mustBe(row, 'dismiss')
  const after = await ctx.db.update(dormViolation, id, { state: 'dismissed', ...decided(ctx, decision) })
  await closeTodos(ctx.db, { bizType: 'violationStatement', bizId: id }, 'cancelled')
  if (row.askedAt)
    await notifyEach(ctx.db, CHECK_MESSAGES.violationDecided, await toldOf(ctx.db, [after], () => ({ outcome: { text: violationStates.labels.dismissed }, decision })))
})
const refer = handle(referViolation, async (ctx, { id, decision }) => {
  const row = await held(ctx, id)
  mustBe(row, 'refer')
  const after = await ctx.db.update(dormViolation, id, { state: 'referred', ...decided(ctx, decision) })
  await notifyEach(ctx.db, CHECK_MESSAGES.violationDecided, await toldOf(ctx.db, [after], () => ({ outcome: { text: violationStates.labels.referred }, decision })))
  await ctx.db.emit('dormitory.violationReferred', { violationId: id, studentId: row.studentId, level: row.level })
})
export default [confirm, dismiss, refer]
