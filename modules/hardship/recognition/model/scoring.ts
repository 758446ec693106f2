import type { Floor, IndexItem, IndexOption, Threshold } from './index-model.ts'

/** What a model reads of a survey. */
export interface Answered {
  incomePerHead?: number | null
  studyingCount?: number | null
  supportCount?: number | null
  homeCanton?: string | null
  housing?: string | null
  assets?: readonly string[] | null
  specialGroups?: readonly string[] | null
  disaster?: string | null
  illness?: string | null
  unemployment?: string | null
  debt?: string | null
  loanThisYear?: boolean | null
  answers?: Readonly<Record<string, string>> | null
}
export interface Scored {
  key: string
  option: string
  points: number
  /** Weight × points ÷ 100, before rounding. */
  part: number
}
export interface Model {
  items: readonly IndexItem[]
  thresholds: readonly Threshold[]
  floors: readonly Floor[]
  indexWeight: number
  reviewWeight: number
}
const FEN = 100
const hundredth = (n: number): number => Math.round(n * 100 + 1e-7) / 100
/** The value of a question as numbers (amounts in yuan) or codes. */
function answerTo(item: IndexItem, survey: Answered): number | readonly string[] | null {
  const { source } = item
  if (source === 'asked') return survey.answers?.[item.key] ? [survey.answers[item.key] as string] : null
  if (source === 'incomePerHead') return typeof survey.incomePerHead === 'number' ? survey.incomePerHead / FEN : null
  if (source === 'loanThisYear') return survey.loanThisYear ? ['yes'] : []
  const value = survey[source]
  if (typeof value === 'number') return value
  if (typeof value === 'string') return source === 'homeCanton' || source === 'housing' ? [value] : value.trim() ? ['yes'] : []
  return value ? value.flatMap(v => v ?? []) : []
}
const names = (o: IndexOption): readonly string[] => o.values ?? []
function optionOf(item: IndexItem, survey: Answered): IndexOption | undefined {
  const value = answerTo(item, survey)
  if (value === null) return undefined
  if (typeof value === 'number') return item.options.find(o => typeof o.upTo !== 'number' || value <= o.upTo)
  if (item.source === 'asked') return item.options.find(o => o.key === value[0])
  const isNamed = (o: IndexOption): boolean => names(o).some(code => value.some(v => (item.source === 'homeCanton' ? v.startsWith(code) : v === code)))
  const [best] = item.options.filter(isNamed).sort((a, b) => b.points - a.points)
  return best ?? item.options.find(o => !names(o).length)
}
/** 40-D2: Σ weight × option points ÷ 100, two decimals; a question without an answer counts nothing. The same survey and model give the same score. */
export function scoreOf({ items }: Pick<Model, 'items'>, survey: Answered): { score: number; detail: Scored[] } {
  const detail = items.flatMap(item => {
    const option = optionOf(item, survey)
    return option ? [{ key: item.key, option: option.key, points: option.points, part: (item.weight * option.points) / 100 }] : []
  })
  return { score: hundredth(detail.reduce((sum, d) => sum + d.part, 0)), detail }
}
/** 40-D6: votes from −10 to 10 become 0 to 100; from seven on the highest and the lowest do not count (40-D5). */
export function reviewOf(points: readonly number[]): number | null {
  if (!points.length) return null
  const sorted = [...points].sort((a, b) => a - b)
  const counted = sorted.length >= DROPS_FROM ? sorted.slice(1, -1) : sorted
  return hundredth((counted.reduce((sum, p) => sum + p, 0) / counted.length + 10) * 5)
}
const DROPS_FROM = 7
/** 40-D6; without a review the index alone. */
export const finalOf = ({ indexWeight, reviewWeight }: Pick<Model, 'indexWeight' | 'reviewWeight'>, index: number, review: number | null): number =>
  review === null ? index : hundredth((indexWeight * index + reviewWeight * review) / 100)

/** Strength of each level: 0 is the strongest; no level comes after all. */
export type Order = ReadonlyMap<string, number>
export const rankOf = (order: Order, level: string | null | undefined): number => (level ? (order.get(level) ?? order.size) : order.size)
const stronger = (order: Order, a: string | null, b: string | null): string | null => (rankOf(order, a) <= rankOf(order, b) ? a : b)
/** The level of a score, at least the floor of the groups that are known or accepted (40-D3). */
export function suggestedLevel(order: Order, { thresholds, floors }: Pick<Model, 'thresholds' | 'floors'>, score: number, groups: ReadonlySet<string>): string | null {
  const byScore = [...thresholds].sort((a, b) => b.from - a.from).find(t => score >= t.from)?.level ?? null
  return floors.filter(f => groups.has(f.group)).reduce<string | null>((level, f) => stronger(order, level, f.level), byScore)
}
/** Steps between two levels; none is one step below the weakest. */
export const stepsBetween = (order: Order, a: string | null, b: string | null): number => Math.abs(rankOf(order, a) - rankOf(order, b))
