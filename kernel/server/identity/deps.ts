import type pg from 'pg'
import { Refusal } from '#model'
import type { Need, Principal, Realm } from '../context.ts'
import type { Cipher } from '../data/cipher.ts'
import type { Gate } from '../data/gate.ts'
import type { Keys } from '../data/keys.ts'
import type { Notifier } from '../data/notify.ts'
import type { AuthenticatedAccount } from './sign-in-completion.ts'
import type { TrailEntry } from './sign-in-trail.ts'
import type { SecondFactorAsked, SignInWay, TokenParams } from './ways.ts'

export const REALMS: readonly Realm[] = ['admin', 'welcome', 'exam']
/** Realm by `appType` or `Web-Type` header; 1 is the mobile web of the admin realm. */
export const REALM_OF_APP_TYPE: Readonly<Record<string, Realm>> = { 0: 'admin', 1: 'admin', 2: 'welcome', 3: 'exam' }
/** Realm of a request by its `appType`; default admin. */
export function realmOfAppType(given: unknown): Realm {
  const realm = REALM_OF_APP_TYPE[typeof given === 'string' && given ? given : '0']
  if (realm) return realm
  throw new Refusal(400, [{ field: 'appType', rule: 'identity.appType', text: '没有这种应用类型：{appType}', values: { appType: String(given).slice(0, 20) } }])
}
export type EndReason = 'logout' | 'expired' | 'kicked' | 'replaced' | 'passwordChanged' | 'disabled' | 'stolen'
/** A cached session with its user. */
export interface SessionEntry {
  sessionId: string
  tenantId: string
  userId: string
  realm: Realm
  /** `restricted`: the steps in `needs` must be done first. */
  state: 'active' | 'restricted'
  needs: readonly Need[]
  /** Expiry in milliseconds of this process's clock, computed from the remaining time the database reported. */
  expiresAt: number
  /** First ten characters of the access token, part of the request signature. */
  t10: string
  /** Same object until the user's permissions change, so that values derived from it can be cached by identity. */
  principal: Principal
}
/** User data supplied by modules; missing values become null. */
export interface UserExtras {
  departmentName?: string | null
  classId?: string | null
  className?: string | null
  xh?: string | null
  gh?: string | null
  privacyVersion?: string | null
  ksh?: string | null
  zkzh?: string | null
  /** Masked. */
  idCard?: string | null
  oauthId?: string | null
}
export interface UserIds {
  tenantId: string
  userId: string
  realm: Realm
  studentId: string | null
  teacherId: string | null
  personId: string | null
  departmentId: string | null
}
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}
/** Dependencies of identity on the rest of the kernel. */
export interface IdentityDeps {
  pool: pg.Pool
  keys: Keys
  cipher: Cipher
  notifier: Notifier
  /** Parameter group of a school; defaults for missing keys are in `parameters.ts`. */
  params(tenantId: string, group: string): Promise<Readonly<Record<string, unknown>>>
  /** Cached; the same object until it changes. Undefined when the account may not sign in any more; its sessions are then ended. */
  principalOf(tenantId: string, userId: string, realm: Realm): Promise<Principal | undefined>
  extrasOf(user: UserIds): Promise<UserExtras>
  /** Numbers that passwords must not contain besides the account's own, above all the identity number. */
  personalNumbers(user: UserIds): Promise<readonly string[]>
  /** Required steps besides a password change. */
  needsOf(user: UserIds): Promise<readonly Need[]>
  /** Refusal when the school does not allow this account to use this sign-in method. */
  wayRefusedOf(arrival: AuthenticatedAccount): Promise<Refusal | undefined>
  /** Second-factor request, where one is needed. */
  secondFactorOf(arrival: AuthenticatedAccount): Promise<SecondFactorAsked | undefined>
  /** A module's sign-in method for grant, type and source. */
  wayOf(params: TokenParams): SignInWay | undefined
  /** Called after sign-in log entries were written. */
  heard(tenantId: string, lines: readonly TrailEntry[]): Promise<void>
  /** System gate of a school. */
  gateOf(tenantId: string): Gate
  log: Log
}
