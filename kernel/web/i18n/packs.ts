import { addTexts, type Language, language, speak } from './index.ts'

/** Languages with text packs; Chinese texts are the keys. */
export type Packed = Exclude<Language, 'zh-cn'>
/** Loaders of a part's texts, by language. */
export type Packs = Readonly<Record<Packed, () => Promise<Readonly<Record<string, string>>>>>

/** Parts whose texts are in use: switching the language loads the texts of all of them. */
const open = new Map<Packs, Map<Packed, Promise<void>>>()
let wanted: Language = language()

/** Loads the texts of a part before it is rendered, in the current language and in the one being switched to. */
export async function openPacks(of: Packs): Promise<void> {
  if (!open.has(of)) open.set(of, new Map())
  await Promise.all([language(), wanted].map(code => fetched(of, code)))
}
/** Loads the texts of all open parts in a language, then switches to it. */
export async function setLanguage(code: Language): Promise<void> {
  wanted = code
  await Promise.all([...open.keys()].map(of => fetched(of, code)))
  // of two switches in a row the last one wins
  if (wanted === code) speak(code)
}
function fetched(of: Packs, code: Language): Promise<void> | undefined {
  const mine = open.get(of)
  if (!mine || code === 'zh-cn') return undefined
  const known = mine.get(code)
  if (known) return known
  const coming = of[code]().then(texts => addTexts(code, texts))
  mine.set(code, coming)
  // retry a failed pack next time
  coming.catch(() => mine.delete(code))
  return coming
}
