import { addTexts, type Language, language, speak } from './index.ts'

/** Languages that have texts of their own; Chinese is its own key. */
export type Packed = Exclude<Language, 'zh-cn'>
/** Where the texts of one part of the program are fetched, by language. */
export type Packs = Readonly<Record<Packed, () => Promise<Readonly<Record<string, string>>>>>

/** Parts of the program that are open: a change of language fetches what all of them say. */
const open = new Map<Packs, Map<Packed, Promise<void>>>()
let wanted: Language = language()

/** Texts of a part that is about to be drawn, in the language in use and in the one that is being changed to. */
export async function openPacks(of: Packs): Promise<void> {
  if (!open.has(of)) open.set(of, new Map())
  await Promise.all([language(), wanted].map(code => fetched(of, code)))
}
/** Fetches what the open parts say in a language and changes to it. */
export async function setLanguage(code: Language): Promise<void> {
  wanted = code
  await Promise.all([...open.keys()].map(of => fetched(of, code)))
  // somebody who chooses twice gets what was chosen last
  if (wanted === code) speak(code)
}
function fetched(of: Packs, code: Language): Promise<void> | undefined {
  const mine = open.get(of)
  if (!mine || code === 'zh-cn') return undefined
  const known = mine.get(code)
  if (known) return known
  const coming = of[code]().then(texts => addTexts(code, texts))
  mine.set(code, coming)
  // what did not arrive is asked for again the next time
  coming.catch(() => mine.delete(code))
  return coming
}
