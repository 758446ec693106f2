import { citizenIdFault, passesLuhn } from '#model'
import { wordsOfRich } from '#model/rich.ts'
import type { FINDINGS } from './actions.ts'

export interface Finding {
  kind: keyof typeof FINDINGS
  /** Examples; numbers are partly hidden, so that the report does not spread them. */
  text: string
  count: number
}
export interface Given {
  /** Rich texts and plain ones of all languages. */
  texts: readonly string[]
  badWords: readonly string[]
  /** Student numbers and names of the school that stand in the text, found by the caller. */
  students: ReadonlyArray<{ studentNo: string; name: string }>
  /** Whether an address that leads into this server leads anywhere. */
  leads: (address: string) => boolean
}
const ID_NO = /(?<!\d)\d{17}[\dXx](?!\d)/g
const MOBILE = /(?<!\d)1[3-9]\d{9}(?!\d)/g
const DIGITS = /(?<!\d)(?:\d[ -]?){15,18}\d(?!\d)/g
const MOST_EXAMPLES = 3
const hidden = (number: string): string => (number.length < 8 ? number : `${number.slice(0, 3)}****${number.slice(-2)}`)
const found = (kind: Finding['kind'], hits: readonly string[]): Finding[] => {
  const different = [...new Set(hits)]
  return different.length ? [{ kind, count: hits.length, text: different.slice(0, MOST_EXAMPLES).join('、').slice(0, 200) }] : []
}
/** Numbers of bank cards, and hardly any other. */
const isBankCard = (digits: string): boolean => /^[3-6]\d{15,18}$/.test(digits) && passesLuhn(digits)
const attributes = (html: string, tag: string): string[] => [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>`, 'g'))].map(([whole]) => whole)
const attribute = (tag: string, name: string): string | undefined => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]
const plain = (address: string): string => address.replaceAll('&amp;', '&')
/** Addresses that lead nowhere: of this server those the caller does not know, of others those that are no address. */
const isDead = (address: string, leads: Given['leads']): boolean => {
  if (address.startsWith('#')) return address.length < 2
  if (address.startsWith('/')) return !leads(address)
  return !URL.canParse(address) || (/^https?:/i.test(address) && !new URL(address).hostname.includes('.'))
}
/** 60-WC5: what an item should not say, or say otherwise, before somebody reviews it. */
export function detect({ texts, badWords, students, leads }: Given): Finding[] {
  const html = texts.join('\n')
  const words = texts.map(wordsOfRich).join('\n')
  const ids = (words.match(ID_NO) ?? []).filter(number => !citizenIdFault(number))
  const cards = (words.match(DIGITS) ?? []).map(number => number.replace(/[ -]/g, '')).filter(isBankCard)
  const links = attributes(html, 'a').flatMap(tag => plain(attribute(tag, 'href') ?? ''))
  const pictures = attributes(html, 'img')
  return [
    ...found('idNo', ids.map(hidden)),
    ...found('mobile', (words.match(MOBILE) ?? []).map(hidden)),
    ...found('bankCard', cards.map(hidden)),
    ...found(
      'studentNo',
      students.map(s => `${s.name.slice(0, 1)}* ${hidden(s.studentNo)}`),
    ),
    ...found(
      'word',
      badWords.flatMap(word => Array.from({ length: words.split(word).length - 1 }, () => word)),
    ),
    ...found(
      'link',
      links.filter(address => isDead(address, leads)),
    ),
    ...found(
      'alt',
      pictures.filter(tag => !attribute(tag, 'alt')?.trim()).map(tag => plain(attribute(tag, 'src') ?? '').slice(0, 60)),
    ),
  ]
}
/** Numbers in a text that may be those of students. */
export const maybeStudentNos = (texts: readonly string[]): string[] =>
  [
    ...new Set(
      texts
        .map(wordsOfRich)
        .join('\n')
        .match(/(?<![\dA-Za-z])[A-Za-z]?\d{6,16}(?![\dA-Za-z])/g) ?? [],
    ),
  ].slice(0, 2000)
