/** The three realms never share a token: each has its own storage keys, sign-in page and kind of account. */
export interface Realm {
  readonly name: 'admin' | 'welcome' | 'exam'
  readonly prefix: 'qlAdmin-' | 'qlWelcome-' | 'qlExam-'
  readonly appType: 0 | 2 | 3
  /** `type` of the password grant. */
  readonly grant: 'account' | 'welcome' | 'exam'
  readonly captcha: 'login' | 'welcome' | 'exam'
  /** Path prefix of its addresses. */
  readonly area: '' | '/welcome' | '/dzks'
  /** Entry address. The form itself is `{area}/login`: the root may redirect to single sign-on. */
  readonly login: string
  readonly home: string
}
export const REALMS: readonly Realm[] = [
  { name: 'welcome', prefix: 'qlWelcome-', appType: 2, grant: 'welcome', captcha: 'welcome', area: '/welcome', login: '/welcome/login', home: '/welcome/index' },
  { name: 'exam', prefix: 'qlExam-', appType: 3, grant: 'exam', captcha: 'exam', area: '/dzks', login: '/dzks/login', home: '/dzks/exame/index' },
]
export const ADMIN: Realm = { name: 'admin', prefix: 'qlAdmin-', appType: 0, grant: 'account', captcha: 'login', area: '', login: '/', home: '/index' }

export const realmNamed = (name: string | null | undefined): Realm => REALMS.find(realm => realm.name === name) ?? ADMIN

/** The realm of an address. */
export function realmOf(pathname: string): Realm {
  const first = `/${pathname.split('/')[1]}`
  return REALMS.find(realm => realm.area === first) ?? ADMIN
}
export const currentRealm = (): Realm => realmOf(typeof location === 'undefined' ? '/' : location.pathname)
