import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { isMobile, Refusal } from '#model'
import type { Realm } from '#server/context.ts'
import type { Gate } from '#server/data/gate.ts'
import { customRoutes } from '#server/http/custom-routes.ts'
import { success } from '#server/http/envelope.ts'
import { AddressLimit, addressOf, isCampus } from '#server/identity/address-limit.ts'
import { texts } from '#server/identity/body.ts'
import { CODE_SCENES, type CodeScene } from '#server/identity/codes.ts'
import { realmOfAppType } from '#server/identity/deps.ts'
import type { Identity } from '#server/identity/index.ts'
import { addressKey } from '#server/identity/lockout.ts'
import { assertActive, type School } from '#server/identity/schools.ts'
import { selfRegistrations } from '#server/identity/self-registration.ts'
import { type DayLimit, dayStanding, takeFromDay } from '#server/identity/shared-limit.ts'
import { sendCode, smsSenders } from '#server/notifications/sms.ts'
import { settings } from '#server/params/identity-parameters.ts'
import { mfaAccount } from './credentials-factor.ts'
import { bindPurpose, TICKET_TRIES, type Unbound } from './sso-match.ts'

/** An account with this verified number. */
export interface Holder {
  id: string
  accountNo: string
  nickName: string
  userName: string
}
/** A request for a code. */
interface Asking {
  identity: Identity
  request: FastifyRequest
  school: School
  realm: Realm
  scene: CodeScene
  given: { mobile?: string; mfaTicket?: string; ticket?: string }
}
const CAPTCHA_OF: Readonly<Record<CodeScene, 'mobile' | 'reset' | 'bind'>> = { login: 'mobile', verify: 'mobile', mfa: 'mobile', reset: 'reset', bind: 'bind' }
const LIMITS = { resendSeconds: 60, perHour: 5, perDay: 10, addressPerDay: 300, schoolPerDay: 20_000 }
type Limits = typeof LIMITS

/** POST openApi/smsCode: sends a code after a captcha. No account enumeration: the response and the limits are the same for every number, and the message is sent after the
 *  response. Only verified numbers get messages; other numbers need a session or a registration ticket. */
export default customRoutes((app, { identity }) => {
  const asked = new AddressLimit()
  app.post('/api/auth/openApi/smsCode', { config: { open: 'a code is asked for before signing in' } }, async request => {
    const given = texts(request.body, ['scene'], ['tenantId', 'mobile', 'mfaTicket', 'ticket', 'captchaKey', 'captchaCode', 'appType'])
    const realm = realmOfAppType(given.appType)
    const scene = CODE_SCENES.find(s => s === given.scene)
    if (!scene) throw new Refusal(400, [{ field: 'scene', rule: 'identity.code.scene', text: '没有这种验证码用途：{scene}', values: { scene: given.scene.slice(0, 20) } }])
    const named = given.tenantId || (typeof request.headers['tenant-id'] === 'string' ? request.headers['tenant-id'] : '')
    const school = await identity.schools.byCode(named)
    assertActive(school)
    const db = identity.deps.gateOf(school.id)
    if (!smsSenders.of(db)) throw new Refusal(422, [{ rule: 'sms.closed', text: '短信通道未开通' }])
    // same limit as for sign-in attempts
    asked.count(request.ip, settings('login', await identity.deps.params(school.id, 'login')).ipPerMinute)
    await identity.captchas.pass(CAPTCHA_OF[scene], given.captchaKey, given.captchaCode, 'captchaCode')
    const asking: Asking = { identity, request, school, realm, scene, given }
    const limits = await limitsOf(identity, school)
    const mobile = await mobileFor(asking, limits)
    await assertDayLimits(asking, limits)
    const code = await identity.codes.make({ tenantId: school.id, scene, mobile }, limits, request.ip)
    void deliver(asking, db, mobile, code, limits).catch(error => identity.deps.log.warn({ err: error, scene, traceId: request.id }, 'code not sent'))
    return success({ key: request.id, resendAfter: limits.resendSeconds }, request.id, request.lang)
  })
  app.get('/api/auth/openApi/exam/ticket', { config: { open: 'an applicant has no account yet; the ticket costs work and opens one message' } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { tenantId } = request.query as Record<string, unknown>
    const school = await identity.schools.byCode(typeof tenantId === 'string' ? tenantId : '')
    assertActive(school)
    asked.count(request.ip, settings('login', await identity.deps.params(school.id, 'login')).ipPerMinute)
    const { count } = await dayStanding(identity.deps.pool, addressDay(identity, school, request.ip, LIMITS))
    return success(await identity.work.challenge(registration(school), count), request.id, request.lang)
  })
})
const registration = (school: School): string => `register ${school.id}`

export function mobileOf(given: string): string {
  const mobile = given.trim()
  if (isMobile(mobile)) return mobile
  throw new Refusal(400, [{ field: 'mobile', rule: 'identity.code.mobile', text: '请输入 11 位手机号码' }])
}
/** The number to send to, once the caller has shown what the scene requires. */
async function mobileFor(asking: Asking, limits: Limits): Promise<string> {
  const { identity, school, scene, given } = asking
  if (scene === 'mfa') return mobileOfTicket(identity, school, given.mfaTicket ?? '')
  const mobile = mobileOf(given.mobile ?? '')
  if (scene === 'verify' && !(await inSession(asking, limits)) && !(await hasRegistration(asking))) throw noTicket()
  if (scene === 'bind' && !(await inSession(asking, limits)) && !(await identity.challenges.look<Unbound>('bind', bindPurpose(school.id), given.ticket ?? '', TICKET_TRIES)))
    throw noTicket()
  return mobile
}
const noTicket = (): Refusal => new Refusal(400, [{ field: 'ticket', rule: 'identity.code.ticket', text: '请先登录，再获取验证码' }])

/** Whether the caller has a full session (not one limited to changing the password); it shares the daily limit of one number. */
async function inSession({ identity, request, school }: Asking, limits: Limits): Promise<boolean> {
  const caller = await identity.authenticate(request)
  if (!caller || caller.need || caller.principal.tenantId !== school.id) return false
  const retryAfter = await takeFromDay(identity.deps.pool, { key: `sms u:${caller.principal.userId}`, limit: limits.perDay })
  if (retryAfter) throw dayOver('mobile', '你今天获取的验证码已满 {limit} 条，请明天再试', limits.perDay, retryAfter)
  return true
}
/** Whether somebody without an account has solved the proof of work; only while a form of the realm is open for them. */
async function hasRegistration({ identity, school, given, realm }: Asking): Promise<boolean> {
  const forms = identity.deps
    .gateOf(school.id)
    .registered(selfRegistrations)
    .filter(form => form.realm === realm)
  for (const form of forms) if (await form.isOpen(identity, school.id)) return identity.work.take(registration(school), given.ticket ?? '')
  return false
}
async function mobileOfTicket(identity: Identity, school: School, ticket: string): Promise<string> {
  const account = await mfaAccount(identity, school, ticket)
  if (account?.mobile && account.isVerified) return account.mobile
  throw new Refusal(400, [{ field: 'mfaTicket', rule: 'identity.mfa.ticket', text: '验证已超时，请重新登录' }])
}
async function limitsOf(identity: Identity, school: School): Promise<Limits> {
  const stored = await identity.deps.params(school.id, 'sms')
  return Object.fromEntries(Object.entries(LIMITS).map(([key, initial]) => [key, typeof stored[key] === 'number' ? stored[key] : initial])) as Limits
}
const dayOver = (field: string, text: string, limit: number, retryAfter: number): Refusal =>
  new Refusal(429, [{ field, rule: 'identity.code.dayLimit', text, values: { limit } }], { retryAfter })
const addressDay = ({ deps }: Identity, school: School, ip: string, limits: Limits): DayLimit => ({
  key: `sms ${addressKey(deps.keys.key('lockout'), `${school.id} ${addressOf(ip)}`)}`,
  limit: limits.addressPerDay,
})
const schoolDay = (school: School, limits: Limits): DayLimit => ({ key: `sms t:${school.id}`, limit: limits.schoolPerDay })

/** Daily limits per address and per school. Campus ranges stand for thousands of users and count towards the school only. */
async function assertDayLimits({ identity, request, school }: Asking, limits: Limits): Promise<void> {
  const { pool } = identity.deps
  const { retryAfter } = await dayStanding(pool, schoolDay(school, limits))
  if (retryAfter) throw dayOver('mobile', '学校今天的验证码短信已发满 {limit} 条，请明天再试或改用其他登录方式', limits.schoolPerDay, retryAfter)
  if (isCampus(request.ip, settings('login', await identity.deps.params(school.id, 'login')).campusRanges)) return
  const wait = await takeFromDay(pool, addressDay(identity, school, request.ip, limits))
  if (wait) throw dayOver('mobile', '这个网络地址今天获取的验证码已满 {limit} 条，请明天再试', limits.addressPerDay, wait)
}
/** Sends only to numbers of existing accounts, or to a number being verified. Only messages actually sent count towards the school's limit. */
async function deliver({ identity, school, realm, scene, request }: Asking, db: Gate, mobile: string, code: string, limits: Limits): Promise<void> {
  const isKnown = scene === 'verify' || scene === 'mfa' || (await holdersOf(db, realm, mobile)).length > 0
  if (!isKnown) return
  if (await takeFromDay(identity.deps.pool, schoolDay(school, limits)))
    identity.deps.log.warn({ scene, school: school.code, traceId: request.id }, 'code not sent: day limit of the school')
  else await db.tx(tx => sendCode(tx, mobile, scene, code))
}
/** Accounts of a realm with this verified number; disabled ones only if there is no other, so that the user learns the reason. */
export async function holdersOf(db: Gate, realm: Realm, mobile: string): Promise<Holder[]> {
  const rows = await db.query<Holder & { isOpen: boolean }>(sql`
    select id, account_no as "accountNo", nick_name as "nickName", user_name as "userName", status = 'enabled' and coalesce(valid_until >= current_date, true) as "isOpen"
    from sys_user where tenant_id = ${db.me.tenantId} and realm = ${realm} and mobile = ${mobile} and mobile_verified order by account_no limit 20`)
  const open = rows.filter(row => row.isOpen)
  return open.length ? open : rows.slice(0, 1)
}
