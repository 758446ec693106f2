import sql from 'sql-template-tag'
import { isMobile, Refusal } from '#model'
import type { Realm } from '#server/context.ts'
import type { Gate } from '#server/data/gate.ts'
import { success } from '#server/http/envelope.ts'
import { routes } from '#server/http/own-routes.ts'
import { AddressLimit } from '#server/identity/address-limit.ts'
import { texts } from '#server/identity/body.ts'
import { CODE_SCENES, type CodeLimits, type CodeScene } from '#server/identity/codes.ts'
import { realmOfAppType } from '#server/identity/deps.ts'
import type { Identity } from '#server/identity/index.ts'
import { settings } from '#server/identity/parameters.ts'
import { assertActive, type School } from '#server/identity/schools.ts'
import { sendCode } from '#server/sms.ts'
import { mfaAccount } from './credentials-factor.ts'

/** Somebody whose verified number this is. */
export interface Holder {
  id: string
  accountNo: string
  nickName: string
  userName: string
}
const CAPTCHA_OF: Readonly<Record<CodeScene, 'mobile' | 'reset' | 'bind'>> = { login: 'mobile', verify: 'mobile', mfa: 'mobile', reset: 'reset', bind: 'bind' }
const LIMITS: CodeLimits = { resendSeconds: 60, perHour: 5, perDay: 10 }

/** POST openApi/smsCode: a code for a number, after a captcha. Who has the number is never told: the same answer, the same limits, and the sending waits for nobody. */
export default routes((app, { identity }) => {
  const asked = new AddressLimit()
  app.post('/api/auth/openApi/smsCode', { config: { open: 'a code is asked for before signing in' } }, async request => {
    const given = texts(request.body, ['scene'], ['tenantId', 'mobile', 'mfaTicket', 'captchaKey', 'captchaCode', 'appType'])
    const realm = realmOfAppType(given.appType)
    const scene = CODE_SCENES.find(s => s === given.scene)
    if (!scene) throw new Refusal(400, [{ field: 'scene', rule: 'identity.code.scene', text: '没有这种验证码用途：{scene}', values: { scene: given.scene.slice(0, 20) } }])
    const named = given.tenantId || (typeof request.headers['tenant-id'] === 'string' ? request.headers['tenant-id'] : '')
    const school = await identity.schools.byCode(named)
    assertActive(school)
    const db = identity.deps.gateOf(school.id)
    if (!db.registered('smsSender').length) throw new Refusal(422, [{ rule: 'sms.closed', text: '短信通道未开通' }])
    // as many codes as sign-ins, and no more
    asked.count(request.ip, settings('login', await identity.deps.params(school.id, 'login')).ipPerMinute)
    await identity.captchas.pass(CAPTCHA_OF[scene], given.captchaKey, given.captchaCode, 'captchaCode')
    const mobile = scene === 'mfa' ? await mobileOfTicket(identity, school, given.mfaTicket ?? '') : mobileOf(given.mobile ?? '')
    const limits = await limitsOf(identity, school)
    const code = await identity.codes.make({ tenantId: school.id, scene, mobile }, limits, request.ip)
    void deliver(db, realm, scene, mobile, code).catch(error => identity.deps.log.warn({ err: error, scene, traceId: request.id }, 'code not sent'))
    return success({ key: request.id, resendAfter: limits.resendSeconds }, request.id, request.lang)
  })
})
export function mobileOf(given: string): string {
  const mobile = given.trim()
  if (isMobile(mobile)) return mobile
  throw new Refusal(400, [{ field: 'mobile', rule: 'identity.code.mobile', text: '请输入 11 位手机号码' }])
}
async function mobileOfTicket(identity: Identity, school: School, ticket: string): Promise<string> {
  const account = await mfaAccount(identity, school, ticket)
  if (account?.mobile && account.isVerified) return account.mobile
  throw new Refusal(400, [{ field: 'mfaTicket', rule: 'identity.mfa.ticket', text: '验证已超时，请重新登录' }])
}
async function limitsOf(identity: Identity, school: School): Promise<CodeLimits> {
  const stored = await identity.deps.params(school.id, 'sms')
  const of = (key: keyof CodeLimits): number => (typeof stored[key] === 'number' ? (stored[key] as number) : LIMITS[key])
  return { resendSeconds: of('resendSeconds'), perHour: of('perHour'), perDay: of('perDay') }
}
/** Only to numbers that open something here; a number that is being verified has nobody yet. */
async function deliver(db: Gate, realm: Realm, scene: CodeScene, mobile: string, code: string): Promise<void> {
  const isKnown = scene === 'verify' || scene === 'mfa' || (await holdersOf(db, realm, mobile)).length > 0
  if (isKnown) await db.tx(tx => sendCode(tx, mobile, scene, code))
}
/** The accounts of a realm that a verified number opens; those that are shut only where there is no other, so that they hear why. */
export async function holdersOf(db: Gate, realm: Realm, mobile: string): Promise<Holder[]> {
  const rows = await db.query<Holder & { isOpen: boolean }>(sql`
    select id, account_no as "accountNo", nick_name as "nickName", user_name as "userName", status = 'enabled' and coalesce(valid_until >= current_date, true) as "isOpen"
    from sys_user where tenant_id = ${db.me.tenantId} and realm = ${realm} and mobile = ${mobile} and mobile_verified order by account_no limit 20`)
  const open = rows.filter(row => row.isOpen)
  return open.length ? open : rows.slice(0, 1)
}
