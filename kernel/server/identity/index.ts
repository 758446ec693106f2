import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { Refusal } from '#model'
import { systemGate } from '../access/calls.ts'
import type { ExtensionPoint, Registration } from '../base/extension-point.ts'
import type { Ctx, Need } from '../context.ts'
import type { Cipher } from '../data/cipher.ts'
import type { Core, KernelCtx } from '../data/core.ts'
import type { TenantDb } from '../data/tenant-db.ts'
import type { Authenticate } from '../http/app.ts'
import { storedParams } from '../params/params.ts'
import { authenticator } from './authenticate.ts'
import { Captchas } from './captcha.ts'
import { Challenges } from './challenges.ts'
import { Clients } from './clients.ts'
import { Codes } from './codes.ts'
import type { IdentityDeps, UserExtras, UserIds } from './deps.ts'
import { personalNumbersSources, sessionNeeds, signInListeners, userExtrasSources } from './extras.ts'
import { Lockout } from './lockout.ts'
import { Work } from './proof-of-work.ts'
import { identityRoutes } from './routes.ts'
import { Schools } from './schools.ts'
import { tell } from './session-feed.ts'
import { Sessions } from './sessions.ts'
import { SignIn } from './sign-in.ts'
import { type AuthenticatedAccount, SignInCompletion } from './sign-in-completion.ts'
import { SignInTrail, type TrailEntry } from './sign-in-trail.ts'
import { type Judging, type SecondFactor, type SecondFactorAsked, type SignInWay, secondFactors, signInWays, type TokenParams, type WayRule, wayRules } from './ways.ts'

declare module '../http/custom-routes.ts' {
  interface RouteServices {
    identity: Identity
  }
}
/** Accounts, sign-in and sessions; one instance per process. */
export interface Identity {
  readonly deps: IdentityDeps
  readonly sessions: Sessions
  readonly schools: Schools
  readonly clients: Clients
  readonly captchas: Captchas
  readonly challenges: Challenges
  readonly codes: Codes
  readonly lockout: Lockout
  readonly signIn: SignIn
  readonly admission: SignInCompletion
  readonly trail: SignInTrail
  readonly work: Work
  readonly cipher: Cipher
  /** For `createApp`. */
  readonly authenticate: Authenticate
  routes(app: FastifyInstance): void
  /** Marks a required step of a restricted session as done; after the last one the session is unrestricted. */
  lift(db: TenantDb, sessionId: string, need: Need): Promise<void>
  close(): Promise<void>
}
/** Identity on the kernel's core, with the extensions registered by modules. */
export function identityOf(core: Core): Identity {
  const judging = (arrival: AuthenticatedAccount): Judging => ({ db: systemGate(core, arrival.school.id, 'identity'), identity })
  const identity: Identity = makeIdentity({
    pool: core.pool,
    keys: core,
    cipher: core.cipher,
    notifier: core.notifier,
    params: (tenantId, group) => storedParams(core, tenantId, group),
    principalOf: (tenantId, userId) => core.principals.of(tenantId, userId),
    extrasOf: user => extrasOf(core, user),
    personalNumbers: user => numbersOf(core, user),
    needsOf: user => needsOf(core, user),
    wayRefusedOf: arrival => firstOf<WayRule, Refusal>(core, wayRules, rule => rule.run(arrival, judging(arrival))),
    secondFactorOf: arrival => firstOf<SecondFactor, SecondFactorAsked>(core, secondFactors, factor => factor.run(arrival, judging(arrival))),
    heard: (tenantId, lines) => heard(core, tenantId, lines),
    wayOf: params => wayOf(core, params),
    gateOf: tenantId => systemGate(core, tenantId, 'identity'),
    log: core.log,
  })
  known.set(core, identity)
  return identity
}
const known = new WeakMap<Core, Identity>()
/** Identity of the process, from a call's context. */
export function identityIn(ctx: Ctx): Identity {
  const identity = known.get((ctx as KernelCtx).core)
  if (!identity) throw new Error('this process has no identity')
  return identity
}
/** Identity with explicit dependencies. */
export function makeIdentity(deps: IdentityDeps): Identity {
  const sessions = new Sessions(deps)
  const schools = new Schools(deps.pool)
  const work = new Work(deps.pool, deps.keys.key('proof of work'))
  const captchas = new Captchas(deps.pool, deps.keys.key('lockout'), work)
  const lockout = new Lockout(deps.pool)
  const trail = new SignInTrail(deps.pool, deps.log, deps.heard)
  const admission = new SignInCompletion(deps, trail)
  const identity: Identity = {
    deps,
    sessions,
    schools,
    captchas,
    challenges: new Challenges(deps.pool, deps.cipher),
    codes: new Codes(deps.pool, deps.keys.key('text message code')),
    work,
    lockout,
    trail,
    admission,
    clients: new Clients(deps.pool),
    signIn: new SignIn(deps, { schools, captchas, lockout, trail, admission }),
    cipher: deps.cipher,
    authenticate: authenticator(deps, sessions),
    routes: app => identityRoutes(app, identity),
    async lift(db, sessionId, need) {
      await db.query(sql`update user_session set needs = array_remove(needs, ${need}), state = case when array_remove(needs, ${need}) = '{}' then 'active' else state end
        where tenant_id = ${db.me.tenantId} and id = ${sessionId} and state = 'restricted'`)
      await tell(db, [sessionId])
    },
    async close() {
      await sessions.close()
      await trail.close()
    },
  }
  return identity
}
async function extrasOf(core: Core, user: UserIds): Promise<UserExtras> {
  const sources = core.registry.of(userExtrasSources)
  const db = systemGate(core, user.tenantId, 'identity')
  return Object.assign({}, ...(await Promise.all(sources.map(s => s.run(db, user))))) as UserExtras
}
async function numbersOf(core: Core, user: UserIds): Promise<readonly string[]> {
  const sources = core.registry.of(personalNumbersSources)
  const db = systemGate(core, user.tenantId, 'identity')
  return (await Promise.all(sources.map(s => s.run(db, user)))).flat()
}
async function needsOf(core: Core, user: UserIds): Promise<Need[]> {
  const sources = core.registry.of(sessionNeeds)
  if (!sources.length) return []
  const db = systemGate(core, user.tenantId, 'identity')
  return (await Promise.all(sources.map(s => s.run(db, user)))).filter(need => need !== undefined)
}
/** First defined result among an extension point's registrations. */
async function firstOf<T extends Registration, A>(core: Core, point: ExtensionPoint<T>, ask: (one: T) => Promise<A | undefined>): Promise<A | undefined> {
  for (const one of core.registry.of(point)) {
    const answer = await ask(one)
    if (answer !== undefined) return answer
  }
  return undefined
}
async function heard(core: Core, tenantId: string, lines: readonly TrailEntry[]): Promise<void> {
  for (const listener of core.registry.of(signInListeners)) await systemGate(core, tenantId, 'identity').tx(db => listener.run(db, lines))
}
/** A method registered for the source takes precedence over one for any source. */
function wayOf(core: Core, { grant_type: grant, type, source }: TokenParams): SignInWay | undefined {
  const ways = core.registry.of(signInWays).filter(way => way.grant === grant && (way.type === undefined || way.type === type))
  return ways.find(way => way.source !== undefined && way.source === source) ?? ways.find(way => way.source === undefined)
}
