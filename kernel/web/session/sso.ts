import { type Realm, realmOf } from '#web/credentials/realm.ts'
import { get } from '#web/http/client.ts'
import { port } from '#web/http/ports.ts'
import { normalPath } from '#web/pages/routes.ts'
import type { AppInfo } from './appInfo.ts'

/** Only these addresses redirect to single sign-on or accept its ticket (customer). */
const SSO_PATHS = ['/', '/index', '/welcome', '/welcome/index']
/** Ticket parameters: the customer's name and CAS's own. */
const TICKETS = ['tgc', 'ticket'] as const

export interface CasReturn {
  realm: Realm
  ticket: string
  /** The service URL the ticket was issued for: this address without the ticket. */
  service: string
  /** Address to continue at. */
  wanted: string
}
/** Detects a return from the CAS server; the ticket is always redeemed, signed in or not. */
export function casReturn({ origin, pathname, search }: Pick<Location, 'origin' | 'pathname' | 'search'>): CasReturn | undefined {
  const query = new URLSearchParams(search)
  const path = normalPath(pathname)
  const ticket = TICKETS.map(name => query.get(name)).find(Boolean)
  if (!ticket || !(SSO_PATHS.includes(path) || path === '/login')) return undefined
  const rest = withoutTicket(search)
  return { realm: realmOf(pathname), ticket, service: origin + pathname + rest, wanted: query.get('redirect') ?? (path === '/' || path === '/login' ? '' : pathname + rest) }
}
/** The query without the ticket that CAS appended. Removed as text, so that the rest stays byte for byte the same, as CAS compares the service URL. */
const withoutTicket = (search: string): string => {
  const kept = search
    .slice(1)
    .split('&')
    .filter(part => part && !TICKETS.some(name => part.startsWith(`${name}=`)))
  return kept.length ? `?${kept.join('&')}` : ''
}
/** Whether this address redirects unauthenticated users to single sign-on. */
export const isSsoPath = (pathname: string): boolean => SSO_PATHS.includes(normalPath(pathname))
/** Single sign-on address; CAS is told to return to the current address. */
export function ssoAddress(info: AppInfo | undefined, at: string): string | undefined {
  const { ssoType, ssoLoginUrl } = info ?? {}
  if (!ssoType || !ssoLoginUrl || !URL.canParse(ssoLoginUrl) || !/^https?:/.test(ssoLoginUrl)) return undefined
  if (ssoType !== 'cas') return ssoLoginUrl
  const url = new URL(ssoLoginUrl)
  url.searchParams.set('service', at)
  return url.href
}

const KEPT = 'ql-doors'
const GOOD_MS = 600_000
/** State kept in this tab while the user is at the identity provider. */
export interface Left {
  realm: Realm['name']
  wanted: string | null
  tenantId: string
  at: number
}
function lefts(): Record<string, Left> {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '{}') as Record<string, Left>
  } catch {
    return {}
  }
}
/** State this tab left with for a source, if recent enough. */
export function leftFor(source: string): Left | undefined {
  const left = lefts()[source]
  return left && Date.now() - left.at < GOOD_MS ? left : undefined
}
/** Redirects to an identity provider. Resolves only if that failed. */
export async function leaveFor(source: string, realm: Realm, tenantId: string, wanted?: string | null): Promise<void> {
  const asked = { source, tenantId, appType: String(realm.appType), ...(wanted ? { redirect: wanted } : {}) }
  const { url, redirect } = await get<{ url: string; redirect: string | null }>(port('startSocialSignIn'), asked, { quiet: true })
  sessionStorage.setItem(KEPT, JSON.stringify({ ...lefts(), [source]: { realm: realm.name, wanted: redirect, tenantId, at: Date.now() } satisfies Left }))
  location.assign(url)
}
/** External address to return to after sign-in, if the school allows it. */
export async function wantedElsewhere(wanted: string | null | undefined, tenantId: string): Promise<string | undefined> {
  if (!wanted || !/^https?:\/\//i.test(wanted)) return undefined
  const { to } = await get<{ to: string | null }>(port('safeReturnPath'), { redirect: wanted, tenantId }, { quiet: true }).catch(() => ({ to: null }))
  return to && /^https?:\/\//i.test(to) ? to : undefined
}
