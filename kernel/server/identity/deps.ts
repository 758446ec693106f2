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
/** Value of `appType` and of the `Web-Type` header; 1 is the phone pages of the admin realm. */
export const REALM_OF_APP_TYPE: Readonly<Record<string, Realm>> = { 0: 'admin', 1: 'admin', 2: 'welcome', 3: 'exam' }
/** The realm that a call names by its `appType`; none named is the admin realm. */
export function realmOfAppType(given: unknown): Realm {
  const realm = REALM_OF_APP_TYPE[typeof given === 'string' && given ? given : '0']
  if (realm) return realm
  throw new Refusal(400, [{ field: 'appType', rule: 'identity.appType', text: '没有这种应用类型：{appType}', values: { appType: String(given).slice(0, 20) } }])
}
export type EndReason = 'logout' | 'expired' | 'kicked' | 'replaced' | 'passwordChanged' | 'disabled' | 'stolen'
/** Who is asking by which session. */
export interface SessionEntry {
  sessionId: string
  tenantId: string
  userId: string
  realm: Realm
  /** `restricted`: something of `needs` comes before anything else. */
  state: 'active' | 'restricted'
  needs: readonly Need[]
  /** Milliseconds since 1970 by this process's clock, worked out from what the database said was left. */
  expiresAt: number
  /** First ten characters of the access token, part of the signature header. */
  t10: string
  /** The same object until the person's rights change, so that what was worked out from it stays good. */
  principal: Principal
}
/** What only modules know about a user; whatever is left out is answered as null. */
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
/** What identity needs from the rest of the kernel. */
export interface IdentityDeps {
  pool: pg.Pool
  keys: Keys
  cipher: Cipher
  notifier: Notifier
  /** A parameter group of a school; keys that are missing take the defaults of `parameters.ts`. */
  params(tenantId: string, group: string): Promise<Readonly<Record<string, unknown>>>
  /** From memory, and the same object until it changes. Undefined when the person may no longer be signed in; the sessions then end. */
  principalOf(tenantId: string, userId: string, realm: Realm): Promise<Principal | undefined>
  extrasOf(user: UserIds): Promise<UserExtras>
  /** Numbers a password may not contain beyond the account's own, above all the identity number. */
  personalNumbers(user: UserIds): Promise<readonly string[]>
  /** What else than the password these people must see to first. */
  needsOf(user: UserIds): Promise<readonly Need[]>
  /** Why the school does not let this account in by this way; undefined where it does. */
  wayRefusedOf(arrival: AuthenticatedAccount): Promise<Refusal | undefined>
  /** What asks for a second factor, where one is due. */
  secondFactorOf(arrival: AuthenticatedAccount): Promise<SecondFactorAsked | undefined>
  /** A module's way to sign in, by grant, type and source. */
  wayOf(params: TokenParams): SignInWay | undefined
  /** The sign-in log has taken these lines up. */
  heard(tenantId: string, lines: readonly TrailEntry[]): Promise<void>
  /** The program's own gate in a school. */
  gateOf(tenantId: string): Gate
  log: Log
}
