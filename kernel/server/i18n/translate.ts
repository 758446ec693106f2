import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { fill, type Issue, type Phrase, type Wording } from '#model'
import type { Lang } from '../context.ts'
import { foldersOf, ROOT } from '../registry/folders.ts'
import { toTaiwan } from './traditional-chinese.ts'

interface Texts {
  english: ReadonlyMap<string, string>
  /** Texts whose Traditional Chinese was written by hand. */
  taiwan: ReadonlyMap<string, string>
}
/** Size limit of the LRU of conversions, in characters: texts of the program stay, user-written ones come and go. */
const MOST_LETTERS = 4_000_000
const converted = new LRUCache<string, string>({ maxSize: MOST_LETTERS, sizeCalculation: (made, text) => made.length + text.length + 1 })
const sources = new Set<string>()
let loaded: Texts | undefined

/** Adds modules whose texts are used beside the kernel's: some ten thousand, loaded on the first translation. */
export function addTextsOf(modules: readonly string[]): void {
  if (modules.some(m => !sources.has(m))) loaded = undefined
  for (const m of modules) sources.add(m)
}
function texts(): Texts {
  loaded ??= {
    english: new Map([join(ROOT, 'kernel'), ...[...sources].flatMap(m => foldersOf(join(ROOT, 'modules', m)))].flatMap(folder => pairsIn(join(folder, 'locales/en.json')))),
    taiwan: new Map(pairsIn(join(ROOT, 'kernel/locales/zh-tw.json'))),
  }
  return loaded
}
const pairsIn = (file: string): Array<[string, string]> => (existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : [])
/** A text in the reader's language; a missing translation shows the Chinese. */
export function translate(lang: Lang, text: string): string {
  if (lang === 'zh-cn') return text
  if (lang === 'en') return texts().english.get(text) ?? text
  const { taiwan } = texts()
  const known = taiwan.get(text) ?? converted.get(text) ?? toTaiwan(text)
  if (!taiwan.has(text)) converted.set(text, known)
  return known
}
/** Translates the program's own texts; user-written ones are returned as they are. */
export const translateIfKnown = (lang: Lang, text: string): string => (lang !== 'zh-cn' && texts().english.has(text) ? translate(lang, text) : text)
/** Plural of an entity's label, for menus and sheets. Chinese has the same word for both. */
export const manyOf = (lang: Lang, label: string): string => (lang === 'en' ? texts().english.get(`${label}#many`) : undefined) ?? translate(lang, label)
const isPhrase = (value: unknown): value is Phrase => typeof value === 'object' && value !== null && 'text' in value
/** Message of an issue; values that are labels or phrases, alone or in lists, are translated too. */
export function formatIssue(lang: Lang, issue: Pick<Issue, 'text' | 'values'>): string {
  const word = (k: string, v: unknown): unknown => {
    if (isPhrase(v)) return formatIssue(lang, v)
    if (typeof v !== 'string') return v
    return k === 'label' ? translate(lang, v) : translateIfKnown(lang, v)
  }
  const words = (k: string, v: unknown): unknown => (Array.isArray(v) ? v.map(one => word(k, one)).join(lang === 'en' ? ', ' : '、') : word(k, v))
  const values = Object.fromEntries(Object.entries(issue.values ?? {}).map(([k, v]) => [k, words(k, v)]))
  return fill(translate(lang, issue.text), values)
}
/** A stored wording in the reader's language. */
export function formatWording(lang: Lang, wording: Wording): string {
  if (typeof wording === 'string') return wording
  if (isPhrase(wording)) return formatIssue(lang, wording)
  return wording.map(one => formatWording(lang, one)).join(lang === 'en' ? ', ' : '，')
}
export function languageOf(header: string | undefined): Lang {
  const wanted = (header ?? '').toLowerCase()
  if (wanted.startsWith('en')) return 'en'
  return /^zh-(tw|hk|hant)/.test(wanted) ? 'zh-tw' : 'zh-cn'
}
