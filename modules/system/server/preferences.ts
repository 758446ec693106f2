import { refusalOf } from '#model'
import { isObject } from '#model/objects.ts'
import { fitsTheme, LOOK_KEYS, OWN_KEYS, themePart } from '#model/theme.ts'
import { handle } from '#server/context.ts'
import { appInfo } from '../model/app.ts'
import { getPreference, publishLook, savePreference, userPreference } from '../model/preference.ts'

type StoredValues = Readonly<Record<string, unknown>>

/** Refuses the first key the caller may not set, or whose value is invalid. */
function checkKeys(action: typeof savePreference | typeof publishLook, given: unknown, keys: readonly string[]): StoredValues {
  const theme: StoredValues = isObject(given) ? given : {}
  for (const [key, value] of Object.entries(theme)) {
    if (!keys.includes(key)) throw refusalOf(action, 'unknown', { key: key.slice(0, 60) }, 'theme')
    if (!fitsTheme(key, value)) throw refusalOf(action, 'value', { key, value: String(value).slice(0, 60) }, 'theme')
  }
  return theme
}
const read = handle(getPreference, async ({ db, me }, { terminal }) => {
  const own = db.unscoped(userPreference) // filtered by the caller's own id
  // phones without settings of their own use the desktop's
  const row = (await own.find({ userId: me.userId, terminal: terminal ?? 'web' })) ?? (await own.find({ userId: me.userId, terminal: 'web' }))
  // drop keys that this version no longer knows
  return row ? { theme: themePart(row.theme as StoredValues, OWN_KEYS) } : null
})
const save = handle(savePreference, async ({ db, me }, { terminal, theme }) => {
  const chosen = checkKeys(savePreference, theme, OWN_KEYS)
  await db.upsert(userPreference, ['userId', 'terminal'], [{ userId: me.userId, terminal: terminal ?? 'web', theme: chosen }], { history: false })
})
const publish = handle(publishLook, async ({ db }, { theme }) => {
  const look = checkKeys(publishLook, theme, LOOK_KEYS)
  const web = [...(await db.cached(appInfo)).values()].find(row => row.appType === 0)
  if (web) await db.update(appInfo, web.id, { theme: look })
  else await db.insert(appInfo, { appType: 0, isWartermark: false, theme: look })
  return { theme: themePart(look, LOOK_KEYS) }
})
export default [read, save, publish]
