import sql from 'sql-template-tag'
import { Refusal } from '#model'
import type { Realm } from '../context.ts'
import { withTenant } from '../data/tenant-db.ts'
import { settings } from '../params/identity-parameters.ts'
import { AddressLimit, addressOf, isCampus } from './address-limit.ts'
import { type Captchas, captchaOf } from './captcha.ts'
import type { Client } from './clients.ts'
import type { IdentityDeps } from './deps.ts'
import { type AccountLookup, findAccount } from './find-account.ts'
import { hashing, matches } from './hashing.ts'
import { addressKey, addressRefusal, addressWaitsNow, countAddress, countFailure, type Lockout, type LoginSettings, lockedRefusal, nameKey, type Slot, tooMany } from './lockout.ts'
import type { Origin } from './origin.ts'
import { assertActive, type School, type Schools } from './schools.ts'
import type { AuthenticatedAccount, SignInCompletion } from './sign-in-completion.ts'
import type { SignInTrail, TrailEntry } from './sign-in-trail.ts'

export interface Credentials {
  tenantCode: string
  userName: string
  /** Hex md5 of the password. */
  password: string
  realm: Realm
  way: string
  captchaKey: string
  captchaCode: string
  client: Client
  origin: Origin
  /** A captcha was already passed. */
  captchaPassed?: boolean
  toBind?: boolean
  /** Runs in the transaction that creates the session. */
  began?: AuthenticatedAccount['onSessionCreated']
}
interface Attempt {
  given: Credentials
  school: School
  login: LoginSettings
  found: AccountLookup
  address: string
}

/** The password grant. Existing and unknown accounts take the same steps, so that neither response nor timing tells them apart. */
export class SignIn {
  private readonly deps: IdentityDeps
  private readonly schools: Schools
  private readonly captchas: Captchas
  private readonly lockout: Lockout
  private readonly trail: SignInTrail
  private readonly admission: SignInCompletion
  readonly addresses = new AddressLimit()
  constructor(deps: IdentityDeps, parts: { schools: Schools; captchas: Captchas; lockout: Lockout; trail: SignInTrail; admission: SignInCompletion }) {
    this.deps = deps
    this.schools = parts.schools
    this.captchas = parts.captchas
    this.lockout = parts.lockout
    this.trail = parts.trail
    this.admission = parts.admission
  }
  /** Returns the flat token response; the data of a refusal says what the next attempt needs. */
  async run(given: Credentials): Promise<Record<string, unknown>> {
    const school = await this.schools.byCode(given.tenantCode)
    assertActive(school)
    const login = settings('login', await this.deps.params(school.id, 'login'))
    const needsCaptcha = this.limitAddress(given.origin.ip, login)
    const key = this.deps.keys.key('lockout')
    const name = nameKey(key, school.id, given.realm, given.userName)
    const address = addressKey(key, addressOf(given.origin.ip))
    return this.lockout.inLine(name, async () => {
      hashing.assertRoom()
      const isCampusAddress = isCampus(given.origin.ip, login.campusRanges)
      const nameHash = given.realm === 'welcome' ? this.deps.cipher.hash(given.userName) : null
      const wanted = { tenantId: school.id, realm: given.realm, userName: given.userName, nameHash, nameKey: name, addressKey: address, needsCaptcha, isCampusAddress }
      return this.try({ given, school, login, found: await findAccount(this.deps.pool, wanted, login), address })
    })
  }
  /** Rate limit per address: others get 429; a campus, with thousands behind one address, must solve captchas. */
  limitAddress(ip: string, login: LoginSettings): boolean {
    const retryAfter = this.addresses.take(addressOf(ip), login.ipPerMinute)
    if (!retryAfter) return false
    if (isCampus(ip, login.campusRanges)) return true
    throw tooMany(retryAfter)
  }
  private async try(attempt: Attempt): Promise<Record<string, unknown>> {
    const { given, login, found } = attempt
    try {
      if (found.addressWaits) throw addressRefusal(found.addressWaits)
      if (found.minutesLeft) throw lockedRefusal(found.minutesLeft)
      if (found.needsCaptcha && !given.captchaPassed) await this.captchas.pass(captchaOf(given.realm), given.captchaKey, given.captchaCode)
      return await this.lockout.attempt(found.key, login, slot => this.decide(attempt, slot), found.hasPlace)
    } catch (error) {
      if (error instanceof Refusal && error.code === 423) this.trail.add(entryOf(attempt, 'refused', 'locked'))
      throw error
    }
  }
  private async decide(attempt: Attempt, slot: Slot): Promise<Record<string, unknown>> {
    const { account } = attempt.found
    const isRight = await matches(account?.passwordHash, attempt.given.password)
    if (!isRight || !account) throw await this.failed(attempt, slot)
    await this.assertAddress(attempt)
    const { school, given } = attempt
    const answer = await this.admission.admit({
      school,
      account,
      client: given.client,
      origin: given.origin,
      way: given.way,
      byPassword: true,
      counter: slot.key,
      addressCounter: attempt.address,
      toBind: given.toBind ?? false,
      onSessionCreated: given.began,
    })
    slot.isSettled = true
    return answer
  }
  /** During password spraying a correct password is refused, too: many concurrent checks may have failed meanwhile. */
  private async assertAddress({ given, login, address }: Attempt): Promise<void> {
    const waits = isCampus(given.origin.ip, login.campusRanges) ? 0 : await addressWaitsNow(this.deps.pool, address, login)
    if (waits) throw addressRefusal(waits)
  }
  private async failed(attempt: Attempt, slot: Slot): Promise<Refusal> {
    const { school, login, found, address } = attempt
    const outcome = await withTenant(this.deps.pool, school.id, async db => {
      const failed = await countFailure(db, slot, login)
      // Also runs for unknown names, where it matches no row, so that timing does not differ.
      if (failed.isLocked)
        await db.query(
          sql`update sys_user set locked_until = now() + make_interval(mins => ${login.lockMinutes}) where tenant_id = ${school.id} and id = ${found.account?.id ?? null}`,
        )
      return { ...failed, addressFailures: await countAddress(db, address, found.key, login) }
    })
    slot.isSettled = true
    this.trail.add(entryOf(attempt, 'failure', outcome.isLocked ? 'lockMade' : found.account ? 'password' : 'unknown'))
    const needCaptcha = outcome.isLocked || outcome.failures >= login.captchaAfter || outcome.addressFailures >= login.captchaAfter
    const data = { needCaptcha, ...(outcome.isLocked ? { minutesLeft: login.lockMinutes } : {}) }
    const text = outcome.isLocked ? '用户名或密码错误，已连续输错 {failures} 次，请 {minutesLeft} 分钟后再试' : '用户名或密码错误'
    return new Refusal(400, [{ rule: 'identity.signIn.wrong', text, values: { failures: login.maxFailures, minutesLeft: login.lockMinutes } }], data)
  }
}
const entryOf = ({ given, school, found }: Attempt, result: TrailEntry['result'], reason: string | null): TrailEntry => ({
  tenantId: school.id,
  account: given.userName,
  userId: found.account?.id ?? null,
  realm: given.realm,
  way: given.way,
  result,
  reason,
  ip: given.origin.ip,
  device: given.origin.device,
  terminal: given.origin.terminal,
  maxPerUser: null,
})
