import type { Refusal } from '#model'
import { extensionPoint } from '../base/extension-point.ts'
import type { Lang, Realm } from '../context.ts'
import type { Gate } from '../data/gate.ts'
import type { TenantDb } from '../data/tenant-db.ts'
import type { Client } from './clients.ts'
import type { Identity } from './index.ts'
import type { Origin } from './origin.ts'
import type { School } from './schools.ts'
import type { AuthenticatedAccount } from './sign-in-completion.ts'

export const TOKEN_PARAMS = ['tenantId', 'username', 'password', 'type', 'grant_type', 'scope', 'refresh_token', 'tgc', 'redirect', 'source', 'code', 'state'] as const
export type TokenParams = Partial<Record<(typeof TOKEN_PARAMS)[number], string>>

/** A call of `oauth/token` for a module's sign-in method. Its content is untrusted. */
export interface WayCall {
  params: TokenParams
  realm: Realm
  school: School
  client: Client
  origin: Origin
  lang: Lang
  /** Request cookies. */
  cookies: Readonly<Record<string, string>>
  captcha: { key: string; code: string }
  traceId: string
  /** System gate of the school; each statement is its own transaction unless `tx` is used. */
  db: Gate
  identity: Identity
  /** Adds a Set-Cookie header (whole value) to the response of a successful sign-in. */
  setCookie: (line: string) => void
}
/** The authenticated user. Account status, second factor and required steps are checked afterwards, the same for all methods. */
export interface Entered {
  userId: string
  /** Method for the sign-in log, where it differs from the grant or type. */
  way?: string
  /** Two factors were verified. */
  isStrong?: boolean
  /** Links the session to the provider's, in the transaction that creates it. */
  began?: (db: TenantDb, sessionId: string) => Promise<void>
  /** Serialisable value for the link: a second-factor step in between stores it instead of the function. */
  tie?: string | undefined
}
/** A sign-in method besides passwords. Throws a refusal or returns the user; logs its own failures to `identity.trail`. */
export interface SignInWay {
  kind: 'signInWay'
  grant: 'password' | 'cas' | 'social'
  /** `type` with grant `password`. */
  type?: string
  /** With grant `social`: the one source it handles; default: every source without a method of its own. */
  source?: string
  run: (call: WayCall) => Promise<Entered>
}
export const signInWays = extensionPoint<SignInWay>('signInWay', { id: ({ grant, type, source }) => [grant, type, source].filter(Boolean).join(' ') })
export const signInWay = (of: { grant: SignInWay['grant']; type?: string; source?: string }, run: SignInWay['run']): SignInWay => signInWays.make({ ...of, run })

/** Logs a failed attempt. */
export function noteFailure({ identity, school, realm, origin }: WayCall, of: { way: string; reason: string; account?: string; userId?: string }): void {
  const { ip, device, terminal } = origin
  identity.trail.add({ tenantId: school.id, account: '', userId: null, realm, result: 'failure', ip, device, terminal, maxPerUser: null, ...of })
}
/** Data the sign-in page needs to ask for a second factor. */
export interface SecondFactorAsked {
  mfaTicket: string
  mfaMethods: readonly string[]
}
/** Context of second-factor and method rules. */
export interface Judging {
  /** System gate of the school. */
  db: Gate
  identity: Identity
}
export interface SecondFactor {
  kind: 'secondFactor'
  run: (arrival: AuthenticatedAccount, on: Judging) => Promise<SecondFactorAsked | undefined>
}
/** Called after the first factor of every method; returns undefined when none is needed or the device is trusted. */
export const secondFactors = extensionPoint<SecondFactor>('secondFactor')
export const secondFactor = (run: SecondFactor['run']): SecondFactor => secondFactors.make({ run })

/** Whether the school allows this account to use this sign-in method. */
export interface WayRule {
  kind: 'wayRule'
  run: (arrival: AuthenticatedAccount, on: Judging) => Promise<Refusal | undefined>
}
/** Called after the first factor succeeded, so that the refusal may list the account's methods. */
export const wayRules = extensionPoint<WayRule>('wayRule')
export const wayRule = (run: WayRule['run']): WayRule => wayRules.make({ run })
