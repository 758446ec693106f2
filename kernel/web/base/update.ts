import { signal } from './signal.ts'

/** Whether the server serves a newer build than the running one. */
export const isUpdated = signal(false)

const EVERY_MS = 10 * 60_000
/** Identifies a build by its entry script and module manifest; the names of both contain a content hash. */
export const buildOf = (html: string): string => [...html.matchAll(/<script[^>]+(?:src|data-modules)="(\/assets\/[^"]+)"/g)].map(match => match[1]).join(' ')

const ownBuild = (): string => buildOf(document.documentElement.outerHTML)
/** Asks the server whether it serves another build; an unreachable server counts as no. */
export async function isOtherBuild(own = ownBuild()): Promise<boolean> {
  const html = await fetch('/', { cache: 'no-store' })
    .then(answer => (answer.ok ? answer.text() : ''))
    .catch(() => '')
  const served = buildOf(html)
  return Boolean(own && served && served !== own)
}
/** Checks periodically and when the page becomes visible. Only offers to reload, never reloads by itself. */
export function watchUpdates(): () => void {
  const own = ownBuild()
  if (!own) return () => {}
  let last = Date.now()
  const look = async () => {
    if (document.hidden || isUpdated.get() || Date.now() - last < EVERY_MS) return
    last = Date.now()
    if (await isOtherBuild(own)) isUpdated.set(true)
  }
  const timer = setInterval(look, EVERY_MS)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}
