import { safeReturn } from '#model/return-path.ts'
import { dropCookie } from './cookie.ts'
import { currentRealm, type Realm } from './realm.ts'
import { clearAll } from './storage.ts'
import { TOKEN_COOKIE } from './token.ts'

let leaving = false

/** Where to go so that the wanted page opens again after sign-in. */
export function loginAddress(realm: Realm, wanted?: string): string {
  const keep = wanted && wanted !== '/' && !wanted.startsWith(`${realm.area}/login`) && wanted !== realm.home
  return keep ? `${realm.login}?redirect=${encodeURIComponent(wanted)}` : realm.login
}
/** A return path is followed only inside this site. */
export const safeRedirect = (wanted: string | null | undefined, realm: Realm): string => safeReturn(wanted) ?? realm.home
/** Why the last session ended, for the sign-in page that opens next. */
const FAREWELL = 'ql-farewell'
/** The session is over: both storages are emptied and the root opens. Ten calls at once leave once. */
export function leave({ wanted, to, why }: { wanted?: string | undefined; to?: string | undefined; why?: string | undefined } = {}): void {
  if (leaving) return
  leaving = true
  const realm = currentRealm()
  clearAll(realm.prefix)
  dropCookie(TOKEN_COOKIE)
  if (why) sessionStorage.setItem(FAREWELL, why)
  location.replace(to ?? loginAddress(realm, wanted))
}
/** A browser may bring a page back as it was left, with all that was read on it. One whose session has ended starts anew. */
export function broughtBack({ persisted }: Pick<PageTransitionEvent, 'persisted'>): void {
  if (!persisted || !leaving) return
  leaving = false
  location.reload()
}
/** Why the last session ended; to be forgotten once it stands on the page. */
export const farewell = (): string | undefined => sessionStorage.getItem(FAREWELL) ?? undefined
export const forgetFarewell = (): void => sessionStorage.removeItem(FAREWELL)
