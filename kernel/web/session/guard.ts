import { ADMIN, type Realm, realmOf } from '#web/credentials/realm.ts'
import { normalPath } from '#web/pages/routes.ts'

/** Outcome of the route guard (checks in the customer's order). */
export type GuardResult =
  | { kind: 'pass'; realm: Realm }
  | { kind: 'go'; to: string }
  /** No token: clear storage and open the sign-in page, remembering the wanted path. */
  | { kind: 'login'; realm: Realm; wanted: string }
export interface GuardInput {
  pathname: string
  search?: string
  hasToken: (realm: Realm) => boolean
  /** Whether the page at this path is public. */
  isOpen?: (path: string) => boolean
}
const OPEN = ['/activate', '/check', '/401']

/** Route guard, before anything is rendered. Routes and menus are loaded afterwards, with the address unchanged. */
export function guard({ pathname, search = '', hasToken, isOpen }: GuardInput): GuardResult {
  const realm = realmOf(pathname)
  const path = normalPath(pathname)
  if (isOpen?.(path)) return { kind: 'pass', realm }
  if (realm !== ADMIN) return guardRealm(realm, path, search, hasToken(realm))
  const atLogin = path === '/' || path === '/login'
  if (atLogin) return hasToken(ADMIN) && !new URLSearchParams(search).has('tgc') ? { kind: 'go', to: ADMIN.home } : { kind: 'pass', realm }
  if (OPEN.includes(path)) return { kind: 'pass', realm }
  return hasToken(ADMIN) ? { kind: 'pass', realm } : { kind: 'login', realm, wanted: pathname + search }
}
function guardRealm(realm: Realm, path: string, search: string, signedIn: boolean): GuardResult {
  if (path === realm.login) return signedIn ? { kind: 'go', to: realm.home } : { kind: 'pass', realm }
  if (path === '/welcome' || path === '/dzks' || path === '/dzks/index') return { kind: 'go', to: realm.home }
  return signedIn ? { kind: 'pass', realm } : { kind: 'login', realm, wanted: path + search }
}
