import { wordFor } from '#model/refusal.ts'
import { signal } from '#web/base/signal.ts'
import type { Language } from './languages.ts'

export { LANGUAGES, type Language } from './languages.ts'

/** Chinese texts are the keys; other languages have text packs, loaded per module (see packs.ts). */
const known = new Map<Language, Map<string, string>>()
const spoken = signal<Language>('zh-cn')

/** `{{name}}`, or singular and plural of an English word beside a number: `{{days|day|days}}`. */
const PLACE = /\{\{(\w+)(?:\|([^{}|]*)\|([^{}|]*))?\}\}/g
/** Suffix where one Chinese word has several English ones: verb and state, singular and plural. */
const FORM = /#(verb|one|many)$/
/** Translates into the user's language: `t('共 {{n}} 条', { n })`; also accepts labels of the model. `t('停用#verb')` is the act, `t('停用')` the state; `t('班级#many')` is
 *  a list heading. */
export function t(key: string, values: Readonly<Record<string, unknown>> = {}): string {
  const text = (known.get(spoken.get())?.get(key) || key).replace(FORM, '')
  return text.replace(PLACE, (_place, name: string, one?: string, other?: string) => {
    const value = values[name]
    return one === undefined || other === undefined ? String(value ?? '') : wordFor(value, one, other)
  })
}
/** Whether the user's language has this text: the packs of a page leave out the items of long code sets. */
export const isTranslated = (key: string): boolean => spoken.get() === 'zh-cn' || known.get(spoken.get())?.has(key) === true
/** Singular of an entity's label, beside a verb: `Add class`. */
export const oneOf = (entity: { label: string }): string => named(entity, 'one')
/** Plural of an entity's label, as a heading: `Classes`. */
export const manyOf = (entity: { label: string }): string => named(entity, 'many')
/** Falls back to the label if the module has no such form. */
function named({ label }: { label: string }, form: 'one' | 'many'): string {
  const said = t(`${label}#${form}`)
  return said === label ? t(label) : said
}

/** Current language code, as on the wire. */
export const language = (): Language => spoken.get()
export const followLanguage = spoken.follow
/** Adds texts of a language. */
export function addTexts(code: Language, texts: Readonly<Record<string, string>>): void {
  const pack = known.get(code) ?? new Map<string, string>()
  for (const [key, text] of Object.entries(texts)) pack.set(key, text)
  known.set(code, pack)
}
/** Switches the language and re-renders. `setLanguage` loads the texts first. */
export const speak = (code: Language): void => spoken.set(code)
