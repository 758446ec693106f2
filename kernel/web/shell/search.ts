import type { Screen } from '#web/session/menu.ts'

/** Pinyin of a title: whole without tones, and the initials. */
export interface Sound {
  full: string
  initials: string
}
export type Spell = (title: string) => Sound | undefined

/** Match score of a screen; 0 is no match. Order: title, initials, pinyin, path, ancestor titles. */
export function rank(screen: Pick<Screen, 'meta' | 'path' | 'trail'>, typed: string, spell?: Spell): number {
  const query = typed.trim().toLowerCase()
  if (!query) return 0
  const title = screen.meta.title.toLowerCase()
  if (title === query) return 100
  if (title.startsWith(query)) return 90
  if (title.includes(query)) return 80
  const sound = spell?.(screen.meta.title)
  if (sound?.initials.startsWith(query)) return 70
  if (sound?.full.startsWith(query)) return 60
  if (sound?.initials.includes(query)) return 50
  if (sound?.full.includes(query)) return 40
  if (query.length > 1 && screen.path.toLowerCase().includes(query)) return 30
  return screen.trail.some(above => above.toLowerCase().includes(query)) ? 20 : 0
}
/** Matching screens, best first; ties by open count. */
export function searchScreens<S extends Pick<Screen, 'meta' | 'path' | 'trail'>>(
  screens: readonly S[],
  typed: string,
  options: { spell?: Spell | undefined; frequency?: Readonly<Record<string, number>>; limit?: number } = {},
): S[] {
  const used = (screen: S) => options.frequency?.[screen.path] ?? 0
  return screens
    .map(screen => ({ screen, score: rank(screen, typed, options.spell) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || used(b.screen) - used(a.screen))
    .slice(0, options.limit ?? 12)
    .map(({ screen }) => screen)
}
