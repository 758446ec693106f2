import { randomInt } from 'node:crypto'
import sql from 'sql-template-tag'
import { passwordLevel, Refusal } from '#model'
import type { TenantDb } from '../data/tenant-db.ts'
import { type Settings, settings } from '../params/identity-parameters.ts'
import { type Account, accountById } from './accounts.ts'
import { hashPassword, matches, md5 } from './hashing.ts'
import { endSessions } from './sessions.ts'

const MAX_LENGTH = 64
/** Minimum run of digits regarded as part of a mobile or identity number. */
const DIGITS = 6
export interface SetPassword {
  /** Must be changed at the next sign-in, because somebody else set it. */
  mustChange?: boolean
  /** Session to keep; the user's other sessions are ended. */
  keepSession?: string
  /** Numbers the password must not contain, besides account and mobile. */
  personal?: readonly string[]
}
const refusal = (rule: string, text: string, values: Record<string, unknown> = {}): Refusal =>
  new Refusal(422, [{ field: 'newPassword', rule: `identity.password.${rule}`, text, values }])

/** Sets a password (clear text): enforces policy and history, ends the user's other sessions. */
export async function setPassword(db: TenantDb, userId: string, clear: string, options: SetPassword = {}): Promise<{ passWordLevel: number }> {
  const account = await accountById(db, userId)
  if (!account) throw new Refusal(404, [{ rule: 'record.notFound', text: '没有这条记录，或不在你的数据范围内' }])
  const policy = await policyOf(db)
  checkPolicy(clear, account, policy, options.personal ?? [])
  await refuseRepeated(db, account, clear, policy.history)
  const hash = await hashPassword(clear)
  const level = passwordLevel(clear)
  await db.query(sql`
    with kept as (insert into password_history (tenant_id, user_id, password_hash, created_by) values (${db.me.tenantId}, ${userId}, ${hash}, ${db.me.userId || null}))
    update sys_user set password_hash = ${hash}, pass_word_level = ${level}, password_changed_at = now(), must_change_password = ${options.mustChange ?? false}
    where tenant_id = ${db.me.tenantId} and id = ${userId}`)
  await endSessions(db, [userId], 'passwordChanged', options.keepSession)
  if (account.passwordHash) await db.emit?.('identity.passwordChanged', { userId, isByOther: options.mustChange ?? false })
  return { passWordLevel: level }
}
/** Sets a random password that satisfies every policy and must be changed at once; it is returned once and never stored in clear. */
export async function resetPassword(db: TenantDb, userId: string): Promise<string> {
  const clear = randomPassword()
  await setPassword(db, userId, clear, { mustChange: true })
  return clear
}
/** Password policy of a school, as stored now. */
export async function policyOf(db: TenantDb): Promise<Settings<'password'>> {
  const rows = await db.query<{ content: Record<string, unknown> }>(
    sql`select content from base_params where tenant_id = ${db.me.tenantId} and params_id = 'password' order by version desc limit 1`,
  )
  return settings('password', rows[0]?.content)
}
type Named = Pick<Account, 'userName' | 'accountNo' | 'mobile' | 'isPrivileged'>
/** Throws the first violation of the policy. */
export function checkPolicy(clear: string, account: Named, policy: Settings<'password'>, personal: readonly string[]): void {
  const [fault] = policyFaults(clear, account, policy, personal)
  if (fault) throw fault
}
/** All violations of the policy; the history is checked elsewhere. */
export function policyFaults(clear: string, account: Named, policy: Settings<'password'>, personal: readonly string[]): Refusal[] {
  const least = account.isPrivileged ? 2 : policy.minLevel
  const level = passwordLevel(clear)
  const lower = clear.toLowerCase()
  const runs = clear.match(new RegExp(`\\d{${DIGITS},}`, 'g')) ?? []
  const numbers = [account.mobile, account.accountNo, ...personal].filter(n => typeof n === 'string')
  const tooWeak = least === 2 ? '密码至少 8 位，要同时有大写字母、小写字母、数字和符号（!@#^*()_+=-.）' : '密码至少 8 位，字母、数字、符号要有两种以上'
  return [
    ...(clear.length > MAX_LENGTH ? [refusal('tooLong', '密码最多 {max} 个字符，现在 {length} 个', { max: MAX_LENGTH, length: clear.length })] : []),
    ...(level < least ? [refusal('tooWeak', tooWeak, { least, level })] : []),
    ...([account.userName, account.accountNo].some(name => name.length >= 3 && lower.includes(name.toLowerCase())) ? [refusal('containsAccount', '密码不能包含用户名或账号')] : []),
    ...(runs.some(run => windows(run).some(part => numbers.some(n => n.includes(part)))) ? [refusal('containsNumber', '密码不能包含手机号或证件号中的数字')] : []),
  ]
}
const windows = (run: string): string[] => Array.from({ length: run.length - DIGITS + 1 }, (_, i) => run.slice(i, i + DIGITS))

async function refuseRepeated(db: TenantDb, account: Account, clear: string, count: number): Promise<void> {
  if (!count) return
  const rows = await db.query<{ hash: string }>(
    sql`select password_hash as hash from password_history where tenant_id = ${db.me.tenantId} and user_id = ${account.id} order by created_at desc, id desc limit ${count}`,
  )
  const given = md5(clear)
  const last = [...new Set([account.passwordHash, ...rows.map(r => r.hash)])].filter(h => h !== null).slice(0, count)
  for (const hash of last) if (await matches(hash, given)) throw refusal('usedBefore', '不能与最近 {count} 次用过的密码相同', { count })
}
/** Twelve characters of all four classes, without look-alikes. */
export function randomPassword(): string {
  const kinds = ['ABCDEFGHJKMNPQRSTWXY', 'abcdefghjkmnpqrstwxy', '3456789', '@#*+=-']
  const any = kinds.join('')
  const pick = (from: string): string => from[randomInt(from.length)] as string
  const made = [...kinds.map(pick), ...Array.from({ length: 8 }, () => pick(any))]
  for (let i = made.length - 1; i > 0; i--) {
    const j = randomInt(i + 1)
    ;[made[i], made[j]] = [made[j] as string, made[i] as string]
  }
  return made.join('')
}
