import { Refusal } from '#model'
import { withTenant } from '../data/tenant-db.ts'
import { settings } from '../params/identity-parameters.ts'
import { type Account, accountById } from './accounts.ts'
import type { Me } from './body.ts'
import { hashing, matches } from './hashing.ts'
import type { Identity } from './index.ts'
import type { LoginSettings } from './lockout.ts'
import { unauthorized } from './refresh.ts'

/** Failed attempts to unlock the screen before the session ends. */
const SCREEN_TRIES = 5

/** Checks the old password before a change. Its failure counter is separate from sign-in, so that failed sign-ins by others do not block the user here. */
export async function checkOwn(identity: Identity, me: Me, md5Hex: string, ip: string): Promise<Account> {
  const login = await loginOf(identity, me)
  return attempt(identity, me, `c:${me.userId}`, login, md5Hex, async isLocked => {
    if (isLocked) identity.deps.log.warn({ userId: me.userId, ip }, 'old password tried too often')
    return new Refusal(400, [{ field: 'oldPassword', rule: 'identity.password.wrongOld', text: '原密码不正确' }])
  })
}
/** Re-authentication before a sensitive action, against abuse of an unattended screen. Shares the failure counter of `checkOwn`. */
export async function confirmOwn(identity: Identity, me: Me, md5Hex: string): Promise<Account> {
  return attempt(identity, me, `c:${me.userId}`, await loginOf(identity, me), md5Hex, async () => {
    return new Refusal(400, [{ field: 'password', rule: 'identity.password.notConfirmed', text: '密码不正确' }])
  })
}
/** Unlocks a screen. The fifth failure ends the session. */
export async function checkScreen(identity: Identity, me: Me, md5Hex: string): Promise<void> {
  const login = { ...(await loginOf(identity, me)), maxFailures: SCREEN_TRIES }
  await attempt(identity, me, `s:${me.sessionId}`, login, md5Hex, async (isLocked, failures) => {
    if (!isLocked)
      return new Refusal(400, [{ field: 'password', rule: 'identity.password.wrong', text: '密码不正确，还可以试 {left} 次', values: { left: SCREEN_TRIES - failures } }])
    await identity.sessions.end(me.tenantId, me.sessionId, 'logout')
    return unauthorized('logout')
  })
}
const loginOf = async (identity: Identity, me: Me): Promise<LoginSettings> => settings('login', await identity.deps.params(me.tenantId, 'login'))

async function attempt(
  { deps, lockout }: Identity,
  me: Me,
  key: string,
  login: LoginSettings,
  md5Hex: string,
  refuse: (isLocked: boolean, failures: number) => Promise<Refusal>,
): Promise<Account> {
  hashing.assertRoom()
  const account = await withTenant(deps.pool, me.tenantId, db => accountById(db, me.userId))
  const failed = await lockout.guess(key, login, () => matches(account?.passwordHash, md5Hex))
  if (failed || !account) throw await refuse(failed?.isLocked ?? false, failed?.failures ?? 0)
  return account
}
