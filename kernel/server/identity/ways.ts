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

/** A call of `oauth/token` that a module's way is to judge. Nothing of it is trusted yet. */
export interface WayCall {
  params: TokenParams
  realm: Realm
  school: School
  client: Client
  origin: Origin
  lang: Lang
  /** Cookies the browser sent. */
  cookies: Readonly<Record<string, string>>
  captcha: { key: string; code: string }
  traceId: string
  /** The program's own gate in this school; each statement its own transaction unless `tx` is used. */
  db: Gate
  identity: Identity
  /** A cookie that goes with the answer, once the session has begun; the whole header line. */
  setCookie: (line: string) => void
}
/** Who came in. Whether the account is open, needs a second factor or must do something first is settled after this, for all ways alike. */
export interface Entered {
  userId: string
  /** For the sign-in log, where it is not the grant or type itself. */
  way?: string
  /** Two factors were shown. */
  isStrong?: boolean
  /** Ties the session to the other side, in the transaction that makes it. */
  began?: (db: TenantDb, sessionId: string) => Promise<void>
  /** What `began` ties it to. A step between this and the session keeps it and ties in its turn: a function it could not keep. */
  tie?: string | undefined
}
/** A way to sign in beside passwords. It throws a refusal or says who it is; it writes its own failures to `identity.trail`. */
export interface SignInWay {
  kind: 'signInWay'
  grant: 'password' | 'cas' | 'social'
  /** With grant `password`: the `type`. */
  type?: string
  /** With grant `social`: the one source it is for; without it, every source that no other way names. */
  source?: string
  run: (call: WayCall) => Promise<Entered>
}
export const signInWays = extensionPoint<SignInWay>('signInWay', { id: ({ grant, type, source }) => [grant, type, source].filter(Boolean).join(' ') })
export const signInWay = (of: { grant: SignInWay['grant']; type?: string; source?: string }, run: SignInWay['run']): SignInWay => signInWays.make({ ...of, run })

/** The sign-in log of an attempt by a way that got nowhere. */
export function noteFailure({ identity, school, realm, origin }: WayCall, of: { way: string; reason: string; account?: string; userId?: string }): void {
  const { ip, device, terminal } = origin
  identity.trail.add({ tenantId: school.id, account: '', userId: null, realm, result: 'failure', ip, device, terminal, maxPerUser: null, ...of })
}
/** Where a second factor is due: what the sign-in page needs to ask for it. */
export interface SecondFactorAsked {
  mfaTicket: string
  mfaMethods: readonly string[]
}
/** What judges an arrival beside the kernel. */
export interface Judging {
  /** The program's own gate in the school. */
  db: Gate
  identity: Identity
}
export interface SecondFactor {
  kind: 'secondFactor'
  run: (arrival: AuthenticatedAccount, on: Judging) => Promise<SecondFactorAsked | undefined>
}
/** Asked after the first factor of every way; answers nothing for who needs none, or whose device is trusted. */
export const secondFactors = extensionPoint<SecondFactor>('secondFactor')
export const secondFactor = (run: SecondFactor['run']): SecondFactor => secondFactors.make({ run })

/** Whether the school lets this account in by this way at all. */
export interface WayRule {
  kind: 'wayRule'
  run: (arrival: AuthenticatedAccount, on: Judging) => Promise<Refusal | undefined>
}
/** Asked once the first factor was right, so that the refusal may say which ways the account has. */
export const wayRules = extensionPoint<WayRule>('wayRule')
export const wayRule = (run: WayRule['run']): WayRule => wayRules.make({ run })
