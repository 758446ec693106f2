import { queryOptions } from '@tanstack/react-query'
import type { Realm } from '#web/credentials/realm.ts'
import { get } from '#web/http/client.ts'
import { port } from '#web/http/ports.ts'

export type Way = 'account' | 'mobile' | 'scan'
/** An identity provider; a button on the sign-in page. */
export interface Source {
  source: string
  name: string
  icon?: string | null
  protocol: string
  sort?: number
}
/** Sign-in methods of a school, for one realm on this kind of device. */
export interface LoginWays {
  tenantId: string
  schoolName: string
  /** Whether the form is shown; otherwise only single sign-on. */
  showLogin: boolean
  loginTips: string | null
  ways: ReadonlyArray<{ way: Way | 'welcome' | 'exam'; sort: number; isDefault: boolean }>
  sources: readonly Source[]
  forgot: boolean
  sso: { type: string; loginUrl: string | null } | null
  /** Whether applicants may register. */
  register: boolean
}
export const loginWaysQuery = (realm: Realm, tenantId: string) =>
  queryOptions({
    queryKey: ['loginWays', realm.appType, tenantId],
    queryFn: () => get<Partial<LoginWays>>(port('signInWays'), { appType: realm.appType, tenantId }).then(complete),
    staleTime: 60_000,
  })
/** Older servers return passwords only; fill in the rest. */
const complete = (given: Partial<LoginWays>): LoginWays => ({
  tenantId: '',
  schoolName: '',
  showLogin: true,
  loginTips: null,
  forgot: false,
  sso: null,
  register: false,
  ...given,
  ways: given.ways ?? [{ way: 'account', sort: 1, isDefault: true }],
  sources: given.sources ?? [],
})
/** The methods in order, and the default one; the realms' own passwords are treated as accounts. */
export function waysOf(ways: LoginWays | undefined): { ways: readonly Way[]; first: Way } {
  const sorted = [...(ways?.ways ?? [])].sort((a, b) => a.sort - b.sort)
  const plain = (way: LoginWays['ways'][number]['way']): Way => (way === 'mobile' || way === 'scan' ? way : 'account')
  const known = [...new Set(sorted.map(w => plain(w.way)))]
  const preferred = sorted.find(w => w.isDefault)
  return known.length ? { ways: known, first: preferred ? plain(preferred.way) : (known[0] as Way) } : { ways: ['account'], first: 'account' }
}
