import { refusalOf } from '#model'
import { smsProvider } from '#modules/message/model/sms.ts'
import { updateMine } from '#modules/student/model/actions.ts'
import { supplyOwnChanges } from '#modules/student/server/api.ts'
import { setProvedMobile } from '#modules/system/server/api.ts'
import type { Db } from '#server/context.ts'
import { md5 } from '#server/identity/hashing.ts'
import { identityIn } from '#server/identity/index.ts'
import { askedFields } from './judge.ts'
import { isInWindow, policiesOf } from './policies.ts'

/** A school without a channel for text messages takes a number as it is given; it stays unverified. */
const sendsCodes = async (db: Db): Promise<boolean> => (await db.unscoped(smsProvider).count({ isEnabled: true })) > 0 // a setting of the school

/** 30-SI1: what students change themselves follows the policies, and so does the way to what they apply for. */
export default supplyOwnChanges({
  async fieldsOf(db, studentId) {
    const [policies, asked, needsCode] = [await policiesOf(db), studentId ? await askedFields(db, studentId) : new Set<string>(), await sendsCodes(db)]
    return [...policies.values()].map(policy => ({
      field: policy.field,
      mode: policy.mode,
      link: policy.mode === 'free' || !isInWindow(policy) ? null : `/standing/information/apply?field=${policy.field}`,
      isAsked: asked.has(policy.field),
      needsCode: policy.field === 'phone' && needsCode,
    }))
  },
  async provePhone(ctx, mobile, code) {
    const { db, me } = ctx
    if (!(await sendsCodes(db))) return
    if (!code) throw refusalOf(updateMine, 'codeMissing', {}, 'code')
    if (!(await identityIn(ctx).codes.check({ tenantId: me.tenantId, scene: 'verify', mobile }, md5(code.trim())))) throw refusalOf(updateMine, 'code', {}, 'code')
    await setProvedMobile(db, me.userId, mobile)
  },
})
