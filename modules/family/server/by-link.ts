import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { familyMember } from '#modules/student/model/family.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { schoolShortName } from '#server/data/school-name.ts'
import { md5 } from '#server/identity/hashing.ts'
import { identityIn } from '#server/identity/index.ts'
import { keyHash } from '#server/identity/key-links.ts'
import { sendCode } from '#server/notifications/sms.ts'
import { answerConsent, openConsent, sendConsentCode } from '../model/actions.ts'
import { CONSENT_ANSWERS, type GuardianConsent, guardianConsent } from '../model/guardian-consent.ts'
import { takeAnswer } from './consents.ts'

const LIMITS = { resendSeconds: 60, perHour: 5, perDay: 10 }
/** 50-HS4: the one row of this key, whatever else is named. With `lock`, of two who answer at once the second finds the answer. */
async function consentOf(db: Db, key: string, { lock = false } = {}): Promise<GuardianConsent> {
  const [found] = await db.query<{ id: string }>(sql`select id from guardian_consent where tenant_id = ${db.me.tenantId} and token_hash = ${keyHash(key)}`)
  if (!found) throw refusalOf(guardianConsent, 'unknown')
  const rows = db.unscoped(guardianConsent) // whoever has the key
  return lock ? rows.lock(found.id) : rows.one(found.id)
}
/** 50-HS2: a link works once, and until its time. */
function mustBeOpen(row: GuardianConsent): void {
  const { state, answer, answeredAt, expiresAt } = row
  if (state === 'replaced') throw refusalOf(guardianConsent, 'replaced')
  if (state === 'answered') throw refusalOf(guardianConsent, 'answered', { at: schoolTimeText(answeredAt ?? ''), answer: { text: CONSENT_ANSWERS[answer ?? 'refused'] } })
  if (!expiresAt || Date.parse(expiresAt) <= Date.now()) throw refusalOf(guardianConsent, 'expired', { until: schoolTimeText(expiresAt ?? '') })
}
const codeOf = ({ db }: Pick<Ctx, 'db'>, { phone }: GuardianConsent) => ({ tenantId: db.me.tenantId, scene: 'consent' as const, mobile: phone ?? '' })
const open = handle(openConsent, async ({ db }, { key }) => {
  const row = await consentOf(db, key)
  mustBeOpen(row)
  const [who, guardian, school] = [await studentOf(db, row.studentId), await db.unscoped(familyMember).find({ id: row.guardianId }), await schoolShortName(db)] // of whoever has the key
  const { phone, asks, detail, forGuardian, state, expiresAt } = row
  return { student: who?.name ?? null, guardian: guardian?.name ?? null, phone, school, asks, detail: forGuardian ?? detail, state, expiresAt: expiresAt ?? '' }
})
const code = handle(sendConsentCode, async (ctx, { key }) => {
  const row = await consentOf(ctx.db, key)
  mustBeOpen(row)
  const made = await identityIn(ctx).codes.make(codeOf(ctx, row), LIMITS, ctx.ip)
  await sendCode(ctx.db, row.phone ?? '', 'consent', made)
  return { resendAfter: LIMITS.resendSeconds }
})
const answer = handle(answerConsent, async (ctx, { key, code: given, ...answered }) => {
  const row = await consentOf(ctx.db, key, { lock: true })
  mustBeOpen(row)
  if (!(await identityIn(ctx).codes.check(codeOf(ctx, row), md5(given.trim())))) throw refusalOf(guardianConsent, 'code', {}, 'code')
  const after = await takeAnswer(ctx.db, row, { answer: answered.answer, signature: answered.signature, channel: 'link' })
  return { answeredAt: after.answeredAt ?? '' }
})
export default [open, code, answer]
