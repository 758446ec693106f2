import { post } from '#web/http/client.ts'

const KEPT = 'ql-doorErrand'
const GOOD_MS = 600_000
/** What this tab left for another system for, when it was not to sign in. */
export interface Errand {
  kind: 'test' | 'bind'
  source: string
  /** What comes back with the person; empty where nothing does. */
  state: string
  /** The source that is tried out. */
  id?: string
  at: number
}
interface Departure {
  url: string
  source: string
  state: string
}
/** Leaves to try a source out. */
export const startTest = async (id: string): Promise<void> => leave('test', await post<Departure>('auth/identitySource/startTest', { id }, { quiet: true }), id)
/** Leaves to bind one's account, with a proof that it is one's own. */
export const startBinding = async (source: string, proof: Readonly<Record<string, string>>): Promise<void> =>
  leave('bind', await post<Departure>('auth/userBinding/startMine', { source, ...proof }, { quiet: true }))

function leave(kind: Errand['kind'], { url, source, state }: Departure, id?: string): void {
  sessionStorage.setItem(KEPT, JSON.stringify({ kind, source, state, ...(id ? { id } : {}), at: Date.now() } satisfies Errand))
  location.assign(url)
}
/** The errand that somebody comes back from with this state; a sign-in that was begun after it is none. */
export function errandFor(source: string, state: string): Errand | undefined {
  const text = sessionStorage.getItem(KEPT)
  if (!text) return undefined
  const errand = JSON.parse(text) as Errand
  return errand.source === source && errand.state === state && Date.now() - errand.at < GOOD_MS ? errand : undefined
}
export const endErrand = (): void => sessionStorage.removeItem(KEPT)
