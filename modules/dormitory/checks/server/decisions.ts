import { type Ctx, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { CHECK_MESSAGES } from '../model/messages.ts'
import { violationStates } from '../model/violation.ts'
import { confirmViolation, dismissViolation, referViolation } from '../model/violation-actions.ts'
import { concernedAccounts, held, mustBe } from './concerned.ts'
import { loseTitles } from './titles.ts'
import type { Violation } from './violation.ts'
import { aboutViolation, changeViolation } from './violation-todos.ts'

/** Decides a violation and tells those concerned, unless they do not know of it. */
async function decide({ db, me }: Ctx, id: string, decision: string, patch: Partial<Violation> & Pick<Violation, 'state'>): Promise<Violation> {
  const after = await changeViolation(db, id, { ...patch, decidedAt: new Date().toISOString(), decidedBy: me.userId, decision })
  const told = after.askedAt ? await concernedAccounts(db, [after]) : []
  const more = { outcome: { text: violationStates.labels[after.state] }, decision }
  await notifyAbout(
    db,
    CHECK_MESSAGES.violationDecided,
    aboutViolation,
    told.map(one => ({ ...one, more })),
  )
  return after
}
/** 20-DI6 */
const confirm = handle(confirmViolation, async (ctx, { id, level, decision }) => {
  const { db, refuse, me } = ctx
  const row = await held(ctx, id)
  if (me.studentId && me.studentId === row.studentId) refuse('ownCase', { violationNo: row.violationNo })
  if (row.state === 'recorded') refuse('unheard', { violationNo: row.violationNo, how: translate(ctx.lang, row.askedAt ? '陈述时间还没有过' : '请先请学生陈述') })
  mustBe(row, 'confirm')
  const after = await decide(ctx, id, decision, { state: 'confirmed', level })
  if (level === 'serious') await loseTitles(db, after)
  await db.emit('dormitory.violationConfirmed', { violationId: id, studentId: row.studentId, level })
})
const dismiss = handle(dismissViolation, async (ctx, { id, decision }) => {
  const row = await held(ctx, id)
  mustBe(row, 'dismiss')
  await decide(ctx, id, decision, { state: 'dismissed' })
})
const refer = handle(referViolation, async (ctx, { id, decision }) => {
  const row = await held(ctx, id)
  mustBe(row, 'refer')
  await decide(ctx, id, decision, { state: 'referred' })
  await ctx.db.emit('dormitory.violationReferred', { violationId: id, studentId: row.studentId, level: row.level })
})
export default [confirm, dismiss, refer]
