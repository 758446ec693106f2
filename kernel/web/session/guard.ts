import { normalPath } from '#web/app/routes.ts'
import { ADMIN, type Realm, realmOf } from './realm.ts'

/** Where a call of an address leads (customer's order of checks). */
export type GuardResult =
  | { kind: 'pass'; realm: Realm }
  | { kind: 'go'; to: string }
  /** No token: storage is emptied, then the sign-in page opens and the wanted path is kept. */
  | { kind: 'login'; realm: Realm; wanted: string }
export interface GuardInput {
  pathname: string
  search?: string
  hasToken: (realm: Realm) => boolean
  /** Whether a module's page at this path is drawn without sign-in. */
  isOpen?: (path: string) => boolean
}
const OPEN = ['/activate', '/check', '/401']

/** Decides before anything is drawn. Routes and menus are loaded behind it, with the address unchanged. */
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
