import { browserStore, keepIfPossible } from '#web/offline/index.ts'

const KEY = 'sign device'
/** This browser, as far as signing knows it, whoever signs in: a random word of its own, kept here and nowhere else but beside the bindings. */
export function deviceKey(): string {
  const known = browserStore().get<string>(KEY)
  if (known) return known
  const made = Array.from(crypto.getRandomValues(new Uint8Array(16)), b => b.toString(16).padStart(2, '0')).join('')
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
/** Two words people know their phone by. */
export const deviceName = (agent = navigator.userAgent): string =>
  NAMES.filter(([is]) => is.test(agent))
    .slice(0, 2)
    .map(([, name]) => name)
    .join(' · ') || 'Browser'
