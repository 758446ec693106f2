import { notAllowed } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { leaveSlip, verifySlip } from '../model/actions.ts'
import { leave, leaveStates } from '../model/leave.ts'
import { leaves } from './application.ts'
import { codeAt, codeKey, readCode } from './codes.ts'
import { settingsOf } from './settings.ts'
import type { Leave } from './submit.ts'

const holds = (row: Leave): boolean => row.extendsId === null && leaveStates.allows(row, 'slip')
const nameOf = async (db: Db, studentId: string): Promise<string> => (await studentOf(db, studentId))?.name ?? ''
const slip = handle(leaveSlip, async (ctx, { id }) => {
  const row = await leaves.own.lock(ctx, id)
  if (!holds(row)) throw notAllowed(leave, row, 'slip')
  const { slipSeconds } = await settingsOf(ctx.db)
  const code = codeAt(codeKey(ctx.db), ctx.me.tenantId, 'slip', id, slipSeconds, Date.now())
  return { code, seconds: slipSeconds, name: await nameOf(ctx.db, row.studentId), startAt: row.startAt, endAt: row.endAt }
})
/** Why a slip does not permit leaving now; undefined if it does. */
function objection({ lang }: Pick<Ctx, 'lang'>, row: Leave, now: number): string | undefined {
  if (row.state === 'overdue') return translate(lang, '请假已逾期')
  if (!holds(row)) return translate(lang, leaveStates.labels[row.state])
  return Date.parse(row.startAt) - EARLY_MS > now ? `${schoolTimeText(row.startAt)} ${translate(lang, '起生效')}` : undefined
}
/** A slip is valid some time before the leave begins. */
const EARLY_MS = 2 * HOUR_MS
const verify = handle(verifySlip, async (ctx, { code }) => {
  const { db, me, lang } = ctx
  const { slipSeconds } = await settingsOf(db)
  const id = readCode(codeKey(ctx.db), me.tenantId, 'slip', code.trim(), slipSeconds, Date.now())
  if (!id) return { isValid: false, name: null, why: translate(lang, '假条码已失效，请让对方打开最新的假条') }
  const row = await db.unscoped(leave).find({ id }) // a guard has no data scope; the code itself grants this one row, and few of its fields
  if (!row) return { isValid: false, name: null, why: translate(lang, '没有这张假条') }
  const why = objection(ctx, row, Date.now())
  return { isValid: !why, name: await nameOf(db, row.studentId), why: why ?? translate(lang, '假条有效') }
})
export default [slip, verify]
