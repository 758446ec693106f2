import { drop, readEntry, write } from '#web/base/storage.ts'
import { writeCookie } from '#web/credentials/cookie.ts'
import { currentRealm, type Realm } from '#web/credentials/realm.ts'
import { accessToken, keepToken, TOKEN_COOKIE, type TokenAnswer, tokenAge, userInfo } from '#web/credentials/token.ts'
import { flat } from '#web/http/client.ts'
import { isRefusal } from '#web/http/failure.ts'
import { notify } from '#web/http/notices.ts'

export const CHECK_EVERY = 10_000
export const REFRESH_AGE = 3_000_000
/** Milliseconds after which a refresh lock is ignored: its tab may have died. */
export const LOCK_STALE = 30_000

/** Whether this tab should refresh: the token is old enough and no other tab holds the lock. Times in milliseconds. */
export function refreshDue(age: number | undefined, lockedAt: number | undefined, now: number): boolean {
  if (age === undefined || age < REFRESH_AGE) return false
  return lockedAt === undefined || now - lockedAt > LOCK_STALE
}
/** Checks every ten seconds; the token's age is in local storage, so one tab's refresh serves all. */
export function keepFresh(): () => void {
  const look = () => void check(currentRealm())
  const timer = setInterval(look, CHECK_EVERY)
  look()
  ownCookie()
  addEventListener('focus', ownCookie)
  return () => {
    clearInterval(timer)
    removeEventListener('focus', ownCookie)
  }
}
/** File links share one cookie across the three realms, which may be open side by side: set it to the realm of the visible page. */
function ownCookie(): void {
  const token = accessToken(currentRealm())
  if (token) writeCookie(TOKEN_COOKIE, token)
}
/** One check; refreshes if due. */
export async function check(realm: Realm): Promise<void> {
  const lock = `${realm.prefix}refreshLock`
  const now = Date.now()
  if (!refreshDue(tokenAge(realm, now), readEntry<boolean>(lock)?.datetime, now)) return
  const info = userInfo(realm)
  if (!info || info.refresh_token === refusedToken) return
  write(lock, true)
  try {
    const answer = await flat('auth/oauth/token', { tenantId: info.tenantId, refresh_token: info.refresh_token, grant_type: 'refresh_token' }, { 'Tenant-Id': info.tenantId })
    if (typeof answer.access_token === 'string') keepToken(answer as unknown as TokenAnswer, realm)
    else refused(info.refresh_token, Number(answer.error_code), String(answer.error_description ?? ''))
  } catch (error) {
    // offline or server starting: retry at the next check
    if (isRefusal(error)) refused(info.refresh_token, error.code, error.message)
  } finally {
    drop(lock)
  }
}
/** A refresh token that was refused for good: report it once instead of retrying every ten seconds. */
let refusedToken: string | undefined
function refused(token: string, code: number, description: string): void {
  if (code !== 400 && code !== 401) return
  refusedToken = token
  notify.error(description)
}
