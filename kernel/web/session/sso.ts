import { normalPath } from '#web/app/routes.ts'
import { get } from '#web/http/client.ts'
import type { AppInfo } from './appInfo.ts'
import { type Realm, realmOf } from './realm.ts'

/** Only these send people to the school's own sign-in, or take them back from it (customer). */
const SSO_PATHS = ['/', '/index', '/welcome', '/welcome/index']
/** Names by which a ticket comes back: the customer's, and CAS's own. */
const TICKETS = ['tgc', 'ticket'] as const

export interface CasReturn {
  realm: Realm
  ticket: string
  /** The address the ticket was issued for: this one, without the ticket. */
  service: string
  /** Where to go on to. */
  wanted: string
}
/** Somebody who comes back from the CAS server with a ticket; signed in or not, it is always looked at. */
export function casReturn({ origin, pathname, search }: Pick<Location, 'origin' | 'pathname' | 'search'>): CasReturn | undefined {
  const query = new URLSearchParams(search)
  const path = normalPath(pathname)
  const ticket = TICKETS.map(name => query.get(name)).find(Boolean)
  if (!ticket || !(SSO_PATHS.includes(path) || path === '/login')) return undefined
  const rest = withoutTicket(search)
  return { realm: realmOf(pathname), ticket, service: origin + pathname + rest, wanted: query.get('redirect') ?? (path === '/' || path === '/login' ? '' : pathname + rest) }
}
/** The query as it was before the CAS server put its ticket at the end: taken out as text, so that the rest stays letter by letter what it was. */
const withoutTicket = (search: string): string => {
  const kept = search
    .slice(1)
    .split('&')
    .filter(part => part && !TICKETS.some(name => part.startsWith(`${name}=`)))
  return kept.length ? `?${kept.join('&')}` : ''
}
/** Whether this address sends whoever is not signed in to the school's own sign-in. */
export const isSsoPath = (pathname: string): boolean => SSO_PATHS.includes(normalPath(pathname))
/** The school's own sign-in; for CAS it is told to lead back to this very address. */
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
/** What is remembered in this tab while its person is at another system. */
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
/** What this tab left for a source with, some minutes ago at most. */
export function leftFor(source: string): Left | undefined {
  const left = lefts()[source]
  return left && Date.now() - left.at < GOOD_MS ? left : undefined
}
/** Leaves for another system of the school, to come back signed in. Only resolves when leaving failed. */
export async function leaveFor(source: string, realm: Realm, tenantId: string, wanted?: string | null): Promise<void> {
  const asked = { source, tenantId, appType: String(realm.appType), ...(wanted ? { redirect: wanted } : {}) }
  const { url, redirect } = await get<{ url: string; redirect: string | null }>('auth/openApi/social/authorize', asked, { quiet: true })
  sessionStorage.setItem(KEPT, JSON.stringify({ ...lefts(), [source]: { realm: realm.name, wanted: redirect, tenantId, at: Date.now() } satisfies Left }))
  location.assign(url)
}
/** The address of another site that somebody wanted before signing in, where the school lets it be followed. */
export async function wantedElsewhere(wanted: string | null | undefined, tenantId: string): Promise<string | undefined> {
  if (!wanted || !/^https?:\/\//i.test(wanted)) return undefined
  const { to } = await get<{ to: string | null }>('auth/openApi/returnPath', { redirect: wanted, tenantId }, { quiet: true }).catch(() => ({ to: null }))
  return to && /^https?:\/\//i.test(to) ? to : undefined
}
