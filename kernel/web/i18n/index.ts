import { wordFor } from '#model/refusal.ts'
import { signal } from '#web/app/signal.ts'
import type { Language } from './languages.ts'

export { LANGUAGES, type Language } from './languages.ts'

/** Chinese is the source: its texts are the keys, so only the other languages have texts, fetched a module at a time (see packs.ts). */
const known = new Map<Language, Map<string, string>>()
const spoken = signal<Language>('zh-cn')

/** `{{name}}`, or the word that an English text needs beside the value: `{{days|day|days}}`. */
const PLACE = /\{\{(\w+)(?:\|([^{}|]*)\|([^{}|]*))?\}\}/g
/** Follows a text where Chinese has one word for several of English: an act beside a state, one of an entity beside many. */
const FORM = /#(verb|one|many)$/
/** The text in the reader's language. `t('共 {{n}} 条', { n })`; also takes labels that come from the model. `t('停用#verb')` is the act, `t('停用')` the state;
 *  `t('班级#many')` is the heading of a list. */
export function t(key: string, values: Readonly<Record<string, unknown>> = {}): string {
  const text = (known.get(spoken.get())?.get(key) || key).replace(FORM, '')
  return text.replace(PLACE, (_place, name: string, one?: string, other?: string) => {
    const value = values[name]
    return one === undefined || other === undefined ? String(value ?? '') : wordFor(value, one, other)
  })
}
/** What one of an entity is called, beside a verb: `Add class`. */
export const oneOf = (entity: { label: string }): string => named(entity, 'one')
/** What many of them are called, as a heading: `Classes`. */
export const manyOf = (entity: { label: string }): string => named(entity, 'many')
/** A module without the two forms has its label. */
function named({ label }: { label: string }, form: 'one' | 'many'): string {
  const said = t(`${label}#${form}`)
  return said === label ? t(label) : said
}

/** Code of the language in use, as the wire names it. */
export const language = (): Language => spoken.get()
export const followLanguage = spoken.follow
/** Texts of a language beside those that are there. */
export function addTexts(code: Language, texts: Readonly<Record<string, string>>): void {
  const pack = known.get(code) ?? new Map<string, string>()
  for (const [key, text] of Object.entries(texts)) pack.set(key, text)
  known.set(code, pack)
}
/** Changes the language; the app renders anew. Its texts are fetched before, by `setLanguage`. */
export const speak = (code: Language): void => spoken.set(code)
