import type { Content } from './content.ts'
import type { Item, Keyed } from './draw.ts'
import { isByHand } from './question.ts'

/** What a candidate has given: keys of options, a text, or pairs of keys. */
export type Given = string | string[] | Record<string, string> | null
export interface MarkingRules {
  /** Share of the score of a multiple choice in which some right options are missing and none is wrong, in percent. */
  subsetPercent: number
}
export const tenths = (n: number): number => Math.round(n * 10) / 10
const placeOf = (keys: readonly Keyed[], key: unknown): number => keys.find(([k]) => k === key)?.[1] ?? -1
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '')
/** 60-OT9: what an answer earns; null where people mark it. */
export function markOf(content: Content, item: Pick<Item, 'm' | 'o' | 'r'>, given: Given, rules: MarkingRules): number | null {
  if (isByHand(content.type)) return given === null || given === '' ? 0 : null
  if (given === null) return 0
  return tenths(item.m * shareOf(content, item, given, rules))
}
function shareOf(content: Content, { o, r }: Pick<Item, 'o' | 'r'>, given: Given, { subsetPercent }: MarkingRules): number {
  switch (content.type) {
    case 'single':
    case 'judge':
      return typeof given === 'string' && placeOf(o, given) === content.picks[0] ? 1 : 0
    case 'multi':
      return Array.isArray(given) ? multiShare(content.picks, new Set(given.map(key => placeOf(o, key))), subsetPercent) : 0
    case 'blank':
      return typeof given === 'string' && isAccepted(content, given) ? 1 : 0
    case 'order':
      return Array.isArray(given)
        ? orderShare(
            content.picks,
            given.map(key => placeOf(o, key)),
          )
        : 0
    case 'match':
      return matchShare(content, o, r, given)
    default:
      return 0
  }
}
function multiShare(picks: readonly number[], chosen: ReadonlySet<number>, subsetPercent: number): number {
  if (!chosen.size || [...chosen].some(at => !picks.includes(at))) return 0
  return chosen.size === picks.length ? 1 : subsetPercent / 100
}
function isAccepted({ accepted, tolerance }: Content, given: string): boolean {
  const text = plain(given)
  if (!text) return false
  if (tolerance !== null) return accepted.some(one => Math.abs(Number(text) - Number(one)) <= tolerance + 1e-9)
  return accepted.some(one => plain(one) === text)
}
/** Of an order, neighbours that follow each other as they should. */
function orderShare(picks: readonly number[], given: readonly number[]): number {
  if (new Set(given).size !== given.length) return 0
  const pairs = picks.slice(1).map((at, i) => `${picks[i]} ${at}`)
  const have = new Set(given.slice(1).map((at, i) => `${given[i]} ${at}`))
  return pairs.length ? pairs.filter(pair => have.has(pair)).length / pairs.length : 0
}
function matchShare({ options, rights }: Content, o: readonly Keyed[], r: readonly Keyed[], given: Given): number {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return 0
  const right = Object.entries(given).filter(([left, to]) => {
    const [from, at] = [placeOf(o, left), placeOf(r, to)]
    return from >= 0 && at >= 0 && rights[at] === rights[from]
  })
  return options.length ? right.length / options.length : 0
}
/** Whether anything was answered. */
export const isGiven = (given: Given | undefined): boolean =>
  given !== null && given !== undefined && (typeof given === 'string' ? given.trim() !== '' : Array.isArray(given) ? given.length > 0 : Object.keys(given).length > 0)
/** Whether a value from the wire has the shape of an answer. */
export function asGiven(value: unknown): Given {
  if (typeof value === 'string') return value.slice(0, 20_000)
  if (Array.isArray(value)) return value.filter(one => typeof one === 'string').slice(0, 20) as string[]
  if (typeof value !== 'object' || value === null) return null
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, to]) => typeof to === 'string')
      .slice(0, 20),
  ) as Record<string, string>
}
