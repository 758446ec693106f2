import { signal } from './signal.ts'

/** Whether the server hands out another build than the one that runs here. */
export const isUpdated = signal(false)

const EVERY_MS = 10 * 60_000
/** The program an index page starts and the modules it tells of: the names of both carry a hash of what is in them. */
export const buildOf = (html: string): string => [...html.matchAll(/<script[^>]+(?:src|data-modules)="(\/assets\/[^"]+)"/g)].map(match => match[1]).join(' ')

const ownBuild = (): string => buildOf(document.documentElement.outerHTML)
/** Asks the server whether it hands out another build than the one that runs here; no answer is none. */
export async function isOtherBuild(own = ownBuild()): Promise<boolean> {
  const html = await fetch('/', { cache: 'no-store' })
    .then(answer => (answer.ok ? answer.text() : ''))
    .catch(() => '')
  const served = buildOf(html)
  return Boolean(own && served && served !== own)
}
/** Looks now and then, and when somebody comes back to the page. Offers only; nothing is ever reloaded by itself. */
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
