import { post } from '#web/http/client.ts'

const KEPT = 'ql-doorErrand'
const GOOD_MS = 600_000
/** Purpose for which this tab was redirected, other than sign-in. */
export interface Errand {
  kind: 'test' | 'bind'
  source: string
  /** Expected state on return; empty where the protocol has none. */
  state: string
  /** The source being tested. */
  id?: string
  at: number
}
interface Departure {
  url: string
  source: string
  state: string
}
/** Redirects to test a source. */
export const startTest = async (id: string): Promise<void> => leave('test', await post<Departure>('auth/identitySource/startTest', { id }, { quiet: true }), id)
/** Redirects to bind the account, after re-authentication. */
export const startBinding = async (source: string, proof: Readonly<Record<string, string>>): Promise<void> =>
  leave('bind', await post<Departure>('auth/userBinding/startMine', { source, ...proof }, { quiet: true }))

function leave(kind: Errand['kind'], { url, source, state }: Departure, id?: string): void {
  sessionStorage.setItem(KEPT, JSON.stringify({ kind, source, state, ...(id ? { id } : {}), at: Date.now() } satisfies Errand))
  location.assign(url)
}
/** The pending purpose with this source and state, until it expires; undefined for an ordinary sign-in. */
export function errandFor(source: string, state: string): Errand | undefined {
  const text = sessionStorage.getItem(KEPT)
  if (!text) return undefined
  const errand = JSON.parse(text) as Errand
  return errand.source === source && errand.state === state && Date.now() - errand.at < GOOD_MS ? errand : undefined
}
export const endErrand = (): void => sessionStorage.removeItem(KEPT)
