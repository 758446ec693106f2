import { newKey } from '#web/http/index.ts'
import { browserStore, keepIfPossible } from '#web/offline/index.ts'

const KEY = 'sign device'
/** Device key of this browser, independent of the user: random, stored here and with the bindings only. */
export function deviceKey(): string {
  const known = browserStore().get<string>(KEY)
  if (known) return known
  const made = newKey()
  keepIfPossible(browserStore().set(KEY, made))
  return made
}
const NAMES: ReadonlyArray<readonly [RegExp, string]> = [
  [/MicroMessenger/, 'WeChat'],
  [/HarmonyOS/, 'HarmonyOS'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'Mac'],
]
/** Device name from the user agent. */
export const deviceName = (agent = navigator.userAgent): string =>
  NAMES.filter(([is]) => is.test(agent))
    .slice(0, 2)
    .map(([, name]) => name)
    .join(' · ') || 'Browser'
