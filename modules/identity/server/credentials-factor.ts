import { createHash, createHmac } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import sql from 'sql-template-tag'
import { Refusal } from '#model'
import { holdsToday } from '#server/access/holders.ts'
import { randomCode } from '#server/base/random-code.ts'
import type { Db, Realm } from '#server/context.ts'
import { md5 } from '#server/identity/hashing.ts'
import type { Identity } from '#server/identity/index.ts'
import type { School } from '#server/identity/schools.ts'

/** State between the first factor and the session. */
export interface MfaTicket {
  tenantId: string
  realm: Realm
  userId: string
  clientId: string
  /** Method of the first factor, for the log. */
  way: string
  /** External session the new session is tied to, when the first factor came from single sign-on. */
  tie?: string | undefined
  /** Digest of the password and the second factor at issue: changing either invalidates earlier tickets. */
  stamp: string
  /** No factor is enrolled yet: the ticket opens the enrolment. */
  isEnrol?: boolean
  /** Just enrolled with this ticket: md5 of the proof given to the page. */
  proof?: string
}
const MFA_SECONDS = 600
/** Uses per ticket: code requests, enrolment, attempts. */
const LOOKS = 20
const PERIOD = 30
/** Tolerated TOTP steps: phone clocks drift. */
const STEPS = [0, -1, 1]
const RECOVERY_CODES = 10
/** Without 0 o, 1 i l: recovery codes are copied by hand. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'

export const wrongFactor = (field: string): Refusal => new Refusal(400, [{ field, rule: 'identity.mfa.wrong', text: '验证码不正确，或已用过' }])
export const ticketGone = (): Refusal => new Refusal(400, [{ field: 'mfaTicket', rule: 'identity.mfa.ticket', text: '验证已超时，请重新登录' }])
/** Digest of the state a ticket depends on; `undefined` when there is no such account. */
export async function stampOf(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db.query<{ password: string | null; factor: string | null }>(sql`
    select u.password_hash as password, f.confirmed_at::text as factor from sys_user u
    left join second_factor f on f.tenant_id = u.tenant_id and f.user_id = u.id and f.secret is not null where u.tenant_id = ${db.me.tenantId} and u.id = ${userId}`)
  return (
    row &&
    createHash('sha256')
      .update(`${row.password ?? ''}\n${row.factor ?? ''}`)
      .digest('base64url')
      .slice(0, 22)
  )
}
export async function makeTicket(identity: Identity, of: Omit<MfaTicket, 'stamp'>, ip: string): Promise<string> {
  const data = { ...of, stamp: await stampOf(identity.deps.gateOf(of.tenantId), of.userId) }
  return identity.challenges.make({ kind: 'mfa', purpose: 'mfa', data, ip, seconds: MFA_SECONDS })
}
/** Resolves a ticket. Throws 400 if it is unknown, expired, or older than the account's password or second factor. */
export async function lookTicket(identity: Identity, ticket: string): Promise<MfaTicket> {
  const held = await identity.challenges.look<MfaTicket>('mfa', 'mfa', ticket, LOOKS)
  if (!held || held.stamp !== (await stampOf(identity.deps.gateOf(held.tenantId), held.userId))) throw ticketGone()
  return held
}
export interface FactorState {
  userId: string
  mobile: string | null
  isVerified: boolean
  hasTotp: boolean
  codesLeft: number
  isRequired: boolean
}
/** Second factors of an account, and whether one of its roles requires one. */
export async function factorState(db: Db, userId: string): Promise<FactorState | undefined> {
  const rows = await db.query<FactorState>(sql`
    select u.id as "userId", u.mobile, u.mobile_verified as "isVerified", coalesce(f.secret is not null, false) as "hasTotp",
      (select count(*)::int from recovery_code c where c.tenant_id = u.tenant_id and c.user_id = u.id and c.used_at is null) as "codesLeft",
      exists (select from role_user ru join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id where ru.tenant_id = u.tenant_id and ru.user_id = u.id and r.mfa_required
        and ${holdsToday()}) as "isRequired"
    from sys_user u left join second_factor f on f.tenant_id = u.tenant_id and f.user_id = u.id where u.tenant_id = ${db.me.tenantId} and u.id = ${userId}`)
  return rows[0]
}
/** The account of a ticket, for sending a code. */
export async function mfaAccount(identity: Identity, school: School, ticket: string): Promise<FactorState | undefined> {
  const held = await lookTicket(identity, ticket)
  return held.tenantId === school.id && !held.isEnrol ? factorState(identity.deps.gateOf(school.id), held.userId) : undefined
}
const totp = (secret: string, issuer = '', label = ''): TOTP => new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD, secret: Secret.fromBase32(secret) })

/** A new secret pending its first correct code, and the otpauth URL for the QR code. */
export async function beginTotp(identity: Identity, db: Db, userId: string): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: 20 }).base32
  const [who] = await db.query<{ name: string; school: string }>(
    sql`select u.user_name as name, t.school_name as school from sys_user u join tenant t on t.id = u.tenant_id where u.tenant_id = ${db.me.tenantId} and u.id = ${userId}`,
  )
  const sealed = identity.cipher.encrypt(secret)
  await db.query(sql`insert into second_factor (tenant_id, user_id, pending, pending_at) values (${db.me.tenantId}, ${userId}, ${sealed}, now())
    on conflict (tenant_id, user_id) do update set pending = ${sealed}, pending_at = now(), updated_at = now()`)
  return { secret, uri: totp(secret, who?.school, who?.name).toString() }
}
/** Confirms the pending secret with its first correct code; undefined when the code is wrong. `isFirst`: the account must not have a confirmed factor yet. */
export async function confirmTotp(identity: Identity, db: Db, userId: string, code: string, isFirst: boolean): Promise<string[] | undefined> {
  const [row] = await db.query<{ pending: string | null }>(
    sql`select pending from second_factor where tenant_id = ${db.me.tenantId} and user_id = ${userId} and pending_at > now() - make_interval(secs => ${MFA_SECONDS})`,
  )
  const step = row?.pending ? stepOf(identity.cipher.decrypt(row.pending), md5(code), -1) : undefined
  if (step === undefined) return undefined
  const taken = await db.query(sql`update second_factor set secret = pending, pending = null, last_step = ${step}, confirmed_at = now(), updated_at = now(), version = version + 1
    where tenant_id = ${db.me.tenantId} and user_id = ${userId} and pending = ${row?.pending} and (secret is null or not ${isFirst}::boolean) returning 1`)
  return taken.length ? newRecoveryCodes(identity, db, userId) : undefined
}
/** The 30-second step of a valid code; rejects codes at or before the last used step (replay). */
function stepOf(secret: string, md5Hex: string, last: number): number | undefined {
  const now = Math.floor(Date.now() / 1000 / PERIOD)
  return STEPS.map(by => now + by).find(step => step > last && md5(totp(secret).generate({ timestamp: step * PERIOD * 1000 })) === md5Hex)
}
/** Ten new recovery codes; earlier ones become invalid. */
export async function newRecoveryCodes(identity: Identity, db: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode)
  const hashes = codes.map(code => recoveryHash(identity, userId, md5(code)))
  await db.query(sql`delete from recovery_code where tenant_id = ${db.me.tenantId} and user_id = ${userId}`)
  await db.query(sql`insert into recovery_code (tenant_id, user_id, code_hash) select ${db.me.tenantId}, ${userId}, unnest(${hashes}::text[])`)
  return codes
}
function recoveryCode(): string {
  return `${randomCode(5, LETTERS)}-${randomCode(5, LETTERS)}`
}
const recoveryText = (userId: string, md5Hex: string): string => `recovery\n${userId}\n${md5Hex}`
const recoveryHash = (identity: Identity, userId: string, md5Hex: string): string =>
  createHmac('sha256', identity.deps.keys.key('recovery code')).update(recoveryText(userId, md5Hex)).digest('base64url')
/** Recovery codes issued before keys were derived per purpose are hashed with the secret itself. */
const formerRecoveryHash = (identity: Identity, userId: string, md5Hex: string): string => identity.deps.keys.formerMac(recoveryText(userId, md5Hex)).toString('base64url')

/** Verifies and consumes a second factor, given as md5 as on the wire. */
export async function takeFactor(identity: Identity, db: Db, userId: string, md5Hex: string): Promise<'totp' | 'sms' | 'recovery' | undefined> {
  const state = await factorState(db, userId)
  if (state?.hasTotp && (await takeTotp(identity, db, userId, md5Hex))) return 'totp'
  if (state?.isVerified && state.mobile && (await identity.codes.check({ tenantId: db.me.tenantId, scene: 'mfa', mobile: state.mobile }, md5Hex))) return 'sms'
  const used = await db.query(sql`update recovery_code set used_at = now()
    where tenant_id = ${db.me.tenantId} and user_id = ${userId} and code_hash in (${recoveryHash(identity, userId, md5Hex)}, ${formerRecoveryHash(identity, userId, md5Hex)}) and used_at is null returning 1`)
  return used.length ? 'recovery' : undefined
}
async function takeTotp(identity: Identity, db: Db, userId: string, md5Hex: string): Promise<boolean> {
  const [row] = await db.query<{ secret: string | null; last: number }>(
    sql`select secret, last_step as last from second_factor where tenant_id = ${db.me.tenantId} and user_id = ${userId}`,
  )
  const step = row?.secret ? stepOf(identity.cipher.decrypt(row.secret), md5Hex, row.last) : undefined
  if (step === undefined) return false
  const taken = await db.query(sql`update second_factor set last_step = ${step} where tenant_id = ${db.me.tenantId} and user_id = ${userId} and last_step < ${step} returning 1`)
  return taken.length > 0
}
