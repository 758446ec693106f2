import { isUuid } from '#model'
import { isObject } from '#model/objects.ts'

/** 20-DP2: soft rules, each with a weight from 0 (ignored) to 100. */
export const SOFT_RULES = {
  class: '同班同寝',
  neighbours: '同班相邻寝室',
  full: '少留半空寝室',
  major: '同专业同楼层',
  wish: '互选室友',
  rhythm: '作息相近',
  smoking: '吸烟分开',
  bedType: '床型意愿',
  tall: '高个子长床',
  prefecture: '籍贯分散',
} as const
export type SoftRule = keyof typeof SOFT_RULES
export const SOFT_NAMES = Object.keys(SOFT_RULES) as SoftRule[]
export type Weights = Readonly<Record<SoftRule, number>>
export const USUAL_WEIGHTS: Weights = { class: 100, neighbours: 80, full: 60, major: 50, wish: 40, rhythm: 30, smoking: 30, bedType: 20, tall: 20, prefecture: 10 }

export interface PresortRules {
  weights: Weights
  /** Several grades in one room. */
  mixesGrades: boolean
  /** Students live on their campus of study. */
  ownCampus: boolean
  /** Buildings for international students, who live in no others. */
  internationalDormIds: readonly string[]
  /** Number of people of one home prefecture in a room that is acceptable. */
  perPrefecture: number
  /** Height in cm from which a long bed is preferred. */
  tallFrom: number
}
export const USUAL_RULES: PresortRules = { weights: USUAL_WEIGHTS, mixesGrades: false, ownCampus: true, internationalDormIds: [], perPrefecture: 2, tallFrom: 190 }

const isBetween = (value: unknown, min: number, max: number): value is number => typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
const MOST_DORMS = 200
export const areIds = (value: unknown, most: number): value is string[] => Array.isArray(value) && value.length <= most && value.every(id => typeof id === 'string' && isUuid(id))

function parseWeights(given: unknown): Weights | undefined {
  if (!isObject(given) || Object.keys(given).some(key => !(key in SOFT_RULES))) return undefined
  const weights = { ...USUAL_WEIGHTS }
  for (const name of SOFT_NAMES) {
    const value = given[name] ?? USUAL_WEIGHTS[name]
    if (!isBetween(value, 0, 100)) return undefined
    weights[name] = value
  }
  return weights
}
/** Parses rules with defaults; `undefined` if invalid. */
export function parseRules(given: unknown): PresortRules | undefined {
  if (!isObject(given) || Object.keys(given).some(key => !(key in USUAL_RULES))) return undefined
  const weights = parseWeights(given.weights ?? {})
  const { mixesGrades, ownCampus, internationalDormIds, perPrefecture, tallFrom } = { ...USUAL_RULES, ...given }
  if (!weights || typeof mixesGrades !== 'boolean' || typeof ownCampus !== 'boolean' || !areIds(internationalDormIds, MOST_DORMS)) return undefined
  if (!isBetween(perPrefecture, 1, 16) || !isBetween(tallFrom, 150, 230)) return undefined
  return { weights, mixesGrades, ownCampus, internationalDormIds, perPrefecture, tallFrom }
}
