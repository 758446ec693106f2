import { extensionPoint } from '../base/extension-point.ts'
import type { Db, Lang } from '../context.ts'

/** What lobby television shows: a notice or picture, something that takes place today, a sign-in that is open, a number to call. */
export interface LobbyItems {
  stories: ReadonlyArray<{ title: string; text: string | null; picture: string | null; alt: string | null }>
  events: ReadonlyArray<{ title: string; from: string; to: string; place: string | null; left: number | null }>
  signIns: ReadonlyArray<{ title: string; to: string }>
  phones: ReadonlyArray<{ title: string; phone: string }>
}
interface LobbySource {
  kind: 'lobbyItems'
  code: string
  find(db: Db, lang: Lang): Promise<Partial<LobbyItems>>
}
const sources = extensionPoint<LobbySource>('lobbyItems', { id: s => s.code })
/** Declares what a module has for lobby television; default export of a server file. Anybody reads it without signing in: only what the school has published to everybody. */
export const lobbyItems = (code: string, find: LobbySource['find']): LobbySource => sources.make({ code, find })

/** What all modules have for it now. */
export async function lobbyItemsOf(db: Db, lang: Lang): Promise<LobbyItems> {
  const found: Array<Partial<LobbyItems>> = []
  for (const source of db.registered(sources)) found.push(await source.find(db, lang))
  return {
    stories: found.flatMap(f => f.stories ?? []),
    events: found.flatMap(f => f.events ?? []).toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from)),
    signIns: found.flatMap(f => f.signIns ?? []),
    phones: found.flatMap(f => f.phones ?? []),
  }
}
