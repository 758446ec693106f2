import { citizenIdFault, trim } from '#model/checks.ts'

/** What a person's name or number is replaced by before a text leaves the school: «学生1», «电话1». */
export type Kind = '学生' | '人员' | '电话' | '邮箱' | '号码' // verbatim
export interface Covered {
  text: string
  /** Placeholder → what it stands for. */
  values: ReadonlyMap<string, string>
}
const SEPARATED = String.raw`(?:[\s\-—–·.]?\d)`
const PATTERNS: ReadonlyArray<readonly [Kind, RegExp]> = [
  ['邮箱', /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g], // verbatim
  ['电话', new RegExp(String.raw`(?<!\d)(?:\+?86[\s-]?)?1[3-9]${SEPARATED}{9}(?!\d)`, 'g')], // verbatim
  ['电话', /(?<!\d)0\d{2,3}[\s-]\d{7,8}(?!\d)/g], // verbatim
  // dates such as 2026-09-01 have four digits at most in a row, and say nothing about anybody
  ['号码', /[A-Za-z]{0,3}\d{5,}[A-Za-z]?/g], // verbatim
  ['号码', /[零〇一二三四五六七八九幺]{7,}/g], // verbatim
]
const FULL_WIDTH = /[０-９Ａ-Ｚａ-ｚ＠．－＋]/g // verbatim
const SHORTEST = 2
const LONGEST = 4
const HAN_WORD = /\p{Script=Han}+(?:·\p{Script=Han}+)*/gu

/** One form for full-width digits and letters; the signs of placeholders are taken away from what people type. */
export const normalised = (text: string): string =>
  trim(text)
    .replace(FULL_WIDTH, sign => sign.normalize('NFKC'))
    .replace(/[«»]/g, '"')

/** A valid identity number in a text, however it is spaced. */
export const hasCitizenId = (text: string): boolean =>
  [...text.matchAll(new RegExp(String.raw`(?<!\d)\d${SEPARATED}{16}[\s-]?[\dXx](?!\d)`, 'g'))].some(([found]) => !citizenIdFault(found.replace(/[^\dXx]/g, '')))

/** Every part of the text that could be somebody's name. */
export function nameCandidates(text: string): string[] {
  const found = new Set<string>()
  for (const [word] of text.matchAll(HAN_WORD)) {
    if (word.includes('·')) found.add(word)
    const letters = [...word]
    for (let at = 0; at < letters.length; at++)
      for (let length = SHORTEST; length <= LONGEST && at + length <= letters.length; length++) found.add(letters.slice(at, at + length).join(''))
  }
  return [...found]
}
/** Replaces numbers and the given names; the same value always by the same placeholder. */
export function cover(text: string, names: ReadonlyMap<string, Kind>): Covered {
  const known = new Map<string, string>()
  const counts = new Map<Kind, number>()
  const sign = (kind: Kind, value: string): string => {
    const before = known.get(value)
    if (before) return before
    const n = (counts.get(kind) ?? 0) + 1
    counts.set(kind, n)
    const made = `«${kind}${n}»`
    known.set(value, made)
    return made
  }
  let covered = PATTERNS.reduce((now, [kind, pattern]) => outside(now, part => part.replace(pattern, value => sign(kind, value))), text)
  for (const name of [...names.keys()].sort((a, b) => b.length - a.length)) covered = outside(covered, part => part.replaceAll(name, () => sign(names.get(name) as Kind, name)))
  return { text: covered, values: new Map([...known].map(([value, made]) => [made, value])) }
}
/** What stands between placeholders already made. */
const outside = (text: string, change: (part: string) => string): string =>
  text
    .split(/(«[^»]*»)/)
    .map((part, at) => (at % 2 ? part : change(part)))
    .join('')
/** Puts the values back. */
export const uncover = (text: string, values: ReadonlyMap<string, string>): string => text.replace(/«[^»]*»/g, made => values.get(made) ?? made)
/** Of a text that is still coming what is complete: no half placeholder, tag or link. */
export const whole = (text: string): string => text.replace(/(?:«[^»]*|<[^>]*|!?\[[^\]]*(?:\][^)]{0,300})?)$/, '')
