import { queryOptions, useQuery } from '@tanstack/react-query'
import { readCookie, writeCookie } from '#web/credentials/cookie.ts'
import { currentRealm, type Realm } from '#web/credentials/realm.ts'
import { get } from '#web/http/client.ts'
import { port } from '#web/http/ports.ts'
import type { Look, ThemeConfiguration } from '#web/theme/config.ts'

/** Public information about a school before sign-in (customer's names). */
export interface AppInfo
  extends Partial<
    Pick<
      ThemeConfiguration,
      'ssoType' | 'ssoLoginUrl' | 'ssoLogoutUrl' | 'isWartermark' | 'wartermarkText' | 'globalTitle' | 'globalViceTitle' | 'ureportUrl' | 'loginTips' | 'showLogin'
    >
  > {
  tenantId: string
  schoolName: string
  logo?: string | null
  recordNo?: string | null
  /** Background picture of the sign-in page. */
  loginBackground?: string | null
  /** Languages the school offers. */
  languages?: readonly string[]
  theme?: Look | null
}
/** School and user name of the last sign-in in this browser. A cookie, because storage is cleared on 401. */
export interface Remembered {
  tenantId?: string
  userName?: string
}
const COOKIE = 'qlLogin'
export function remembered(): Remembered {
  try {
    return JSON.parse(readCookie(COOKIE) ?? '{}') as Remembered
  } catch {
    return {}
  }
}
export const remember = (login: Remembered): void => writeCookie(COOKIE, JSON.stringify(login), 180 * 24 * 3600)

/** Tenant of this visit: from the address, else the last sign-in, else the server's default (empty). */
export const wantedTenant = (): string => new URLSearchParams(location.search).get('tenantId') ?? remembered().tenantId ?? ''

export const appInfoQuery = (realm: Realm = currentRealm(), tenantId: string = wantedTenant()) =>
  queryOptions({
    queryKey: ['appInfo', realm.appType, tenantId],
    queryFn: () => get<AppInfo>(port('appInfo'), { appType: realm.appType, tenantId }),
    staleTime: Number.POSITIVE_INFINITY,
  })
export const useAppInfo = (): AppInfo | undefined => useQuery(appInfoQuery()).data
