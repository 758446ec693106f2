import i18next from 'i18next'
import { wordFor } from '#model/refusal.ts'
import { isLanguage, type Language } from './languages.ts'

export { LANGUAGES, type Language } from './languages.ts'

/** Chinese is the source: its texts are the keys, so only the other languages have packs, loaded when chosen. */
const PACKS: Record<Exclude<Language, 'zh-cn'>, () => Promise<{ default: Record<string, string> }>> = {
  en: () => import('virtual:qinglan/locale/en'),
  'zh-tw': () => import('virtual:qinglan/locale/zh-tw'),
}

i18next.init({
  lng: 'zh-cn',
  // Codes stay as the wire spells them.
  lowerCaseLng: true,
  fallbackLng: false,
  resources: {},
  keySeparator: false,
  nsSeparator: false,
  contextSeparator: '\u0000',
  pluralSeparator: '\u0000',
  returnEmptyString: false,
  initAsync: false,
  interpolation: { escapeValue: false },
  missingInterpolationHandler: (_text: string, place: RegExpMatchArray, values: object) => counted(place[1] ?? '', values),
})

/** `days|day|days`: the word an English text needs beside the value of `days`. */
function counted(place: string, values: object): string | undefined {
  const [name, one, other] = place.split('|')
  if (one === undefined || other === undefined) return undefined
  return wordFor(Object.entries(values).find(([key]) => key === name)?.[1], one, other)
}
/** Follows a text where Chinese has one word for several of English: an act beside a state, one of an entity beside many. */
const FORM = /#(verb|one|many)$/
/** The text in the reader's language. `t('共 {{n}} 条', { n })`; also takes labels that come from the model. `t('停用#verb')` is the act, `t('停用')` the state;
 *  `t('班级#many')` is the heading of a list. */
export function t(key: string, values?: Readonly<Record<string, unknown>>): string {
  const said = i18next.t(key, values ?? {})
  return FORM.test(key) ? said.replace(FORM, '') : said
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
export const language = (): Language => (isLanguage(i18next.language) ? i18next.language : 'zh-cn')

/** Loads the pack and changes the language; the app renders anew (`useLanguage`). */
export async function setLanguage(code: Language): Promise<void> {
  if (code !== 'zh-cn' && !i18next.hasResourceBundle(code, 'translation')) {
    const pack = await PACKS[code]()
    i18next.addResourceBundle(code, 'translation', pack.default)
  }
  await i18next.changeLanguage(code)
}
export const followLanguage = (listener: () => void): (() => void) => {
  i18next.on('languageChanged', listener)
  return () => i18next.off('languageChanged', listener)
}
