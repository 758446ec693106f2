import { safeReturn } from '#model/return-path.ts'
import { clearAll } from '#web/base/storage.ts'
import { dropCookie } from './cookie.ts'
import { currentRealm, type Realm } from './realm.ts'
import { TOKEN_COOKIE } from './token.ts'

let leaving = false
let isSigningOut = false

/** Sign-in address that returns to the wanted page. */
export function loginAddress(realm: Realm, wanted?: string): string {
  const keep = wanted && wanted !== '/' && !wanted.startsWith(`${realm.area}/login`) && wanted !== realm.home
  return keep ? `${realm.login}?redirect=${encodeURIComponent(wanted)}` : realm.login
}
/** Only same-site return paths are followed (no open redirect). */
export const safeRedirect = (wanted: string | null | undefined, realm: Realm): string => safeReturn(wanted) ?? realm.home
/** Storage key of the reason the last session ended, for the sign-in page. */
const FAREWELL = 'ql-farewell'
/** Called before the session ends on the server: calls that are refused because it is over do not decide where signing out leads, nor say why. */
export function signingOut(): void {
  isSigningOut = true
}
/** Ends the session locally: clears both storages and navigates to the root. Concurrent 401s navigate once. */
export function leave({ wanted, to, why }: { wanted?: string | undefined; to?: string | undefined; why?: string | undefined } = {}): void {
  if (leaving || (isSigningOut && to === undefined)) return
  leaving = true
  const realm = currentRealm()
  clearAll(realm.prefix)
  dropCookie(TOKEN_COOKIE)
  if (why) sessionStorage.setItem(FAREWELL, why)
  location.replace(to ?? loginAddress(realm, wanted))
}
/** Page restored from the back/forward cache: reload it if its session has ended, since it still shows the old data. */
export function broughtBack({ persisted }: Pick<PageTransitionEvent, 'persisted'>): void {
  if (!persisted || !leaving) return
  leaving = false
  isSigningOut = false
  location.reload()
}
/** Reason the last session ended; cleared once displayed. */
export const farewell = (): string | undefined => sessionStorage.getItem(FAREWELL) ?? undefined
export const forgetFarewell = (): void => sessionStorage.removeItem(FAREWELL)
