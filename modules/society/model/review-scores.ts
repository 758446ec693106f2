import { choice, decimal, integer, list, shape } from '#model'
import { percentOf } from '#model/percent.ts'

const need = { required: true } as const
/** 60-SO10: what a yearly review looks at. */
export const ITEMS = { organisation: '组织建设', activities: '活动开展', participation: '成员参与', finance: '经费管理', guidance: '指导情况', satisfaction: '成员满意度' } as const
export type Item = keyof typeof ITEMS
export interface Weight {
  item: Item
  weight: number
}
/** 60-SO10: what a round begins with. */
export const USUAL_WEIGHTS: readonly Weight[] = [
  { item: 'organisation', weight: 20 },
  { item: 'activities', weight: 30 },
  { item: 'participation', weight: 20 },
  { item: 'finance', weight: 10 },
  { item: 'guidance', weight: 10 },
  { item: 'satisfaction', weight: 10 },
]
export const WHOLE = 100
export const sumOf = (weights: ReadonlyArray<Weight | null> | null | undefined): number => (weights ?? []).reduce((sum, w) => sum + (w?.weight ?? 0), 0)
export const weightList = list('权重', shape('项目', { item: choice('项目', ITEMS, need), weight: integer('权重', { ...need, min: 1, max: WHOLE }) }, need), {
  ...need,
  min: 1,
  max: 6,
  help: '合计 100',
})
export const scoreList = list(
  '各项得分',
  shape('得分', {
    item: choice('项目', ITEMS, need),
    weight: integer('权重', need),
    /** Without one the item does not count, and the others count for more. */
    score: decimal('得分', { precision: 5, scale: 1, min: 0, max: WHOLE }),
  }),
  { readonly: true },
)
export interface Scored extends Weight {
  score: number | null
}
export const REVIEW_GRADES = { excellent: '优秀', good: '良好', pass: '合格', fail: '不合格' } as const
export type ReviewGrade = keyof typeof REVIEW_GRADES
/** 60-SO10: each of them alone proposes `fail`. */
export const FAULTS = { fewMembers: '成员人数不足', fewActivities: '活动次数不足', noHours: '没有指导记录', noReport: '没有提交年审报告' } as const
export type Fault = keyof typeof FAULTS

/** What records say of a society in the period of a review. */
export interface Figures {
  members: number
  hasHead: boolean
  /** Deputies and treasurers. */
  posts: number
  hasCharter: boolean
  activities: number
  /** Members who took part in one of them. */
  participants: number
  hours: number
  drafts: number
  openDrafts: number
  raters: number
  /** Of five; none while too few have rated. */
  rating: number | null
}
/** What a school asks of its societies. */
export interface Needs {
  membersLeast: number
  activitiesLeast: number
  activitiesFull: number
  hoursFull: number
  ratersLeast: number
}
const QUARTER = 25
const BEST = 5
const shareOf = (part: number, whole: number): number => Math.min(WHOLE, percentOf(part, whole) ?? 0)
/** 60-SO10: of each item the score, from records alone. */
export function scoresOf(f: Figures, needs: Needs): Readonly<Record<Item, number | null>> {
  const organisation = [f.hasHead, f.posts > 0, f.hasCharter, f.members >= needs.membersLeast].filter(Boolean).length * QUARTER
  return {
    organisation,
    activities: shareOf(f.activities, needs.activitiesFull),
    participation: shareOf(f.participants, f.members),
    finance: f.drafts ? shareOf(f.drafts - f.openDrafts, f.drafts) : WHOLE,
    guidance: shareOf(f.hours, needs.hoursFull),
    satisfaction: f.rating === null || f.raters < needs.ratersLeast ? null : shareOf(f.rating, BEST),
  }
}
/** The weighted mean over the items that have a score. */
export function totalOf(scored: readonly Scored[]): number {
  const known = scored.filter(s => s.score !== null)
  const weights = sumOf(known)
  return weights ? Math.round((known.reduce((sum, { score, weight }) => sum + (score ?? 0) * weight, 0) / weights) * 100) / 100 : 0
}
export const faultsOf = (f: Figures, needs: Needs, hasReport: boolean): Fault[] => [
  ...(f.members < needs.membersLeast ? (['fewMembers'] as const) : []),
  ...(f.activities < needs.activitiesLeast ? (['fewActivities'] as const) : []),
  ...(f.hours <= 0 ? (['noHours'] as const) : []),
  ...(hasReport ? [] : (['noReport'] as const)),
]
const FROM = { excellent: 90, good: 75, pass: 60 } as const
export function proposedGrade(total: number, faults: readonly Fault[]): ReviewGrade {
  if (faults.length || total < FROM.pass) return 'fail'
  return total >= FROM.excellent ? 'excellent' : total >= FROM.good ? 'good' : 'pass'
}
/** Places from the best total on; equal totals share the better place. */
export function placesOf(rows: ReadonlyArray<{ id: string; total: number }>): ReadonlyMap<string, number> {
  const sorted = rows.map(r => r.total).toSorted((a, b) => b - a)
  return new Map(rows.map(({ id, total }) => [id, sorted.indexOf(total) + 1]))
}
/** 60-SO12: shares of the reviewed societies, in percent, that get five, four and three stars. */
export interface StarShares {
  five: number
  four: number
  three: number
}
/** 60-SO12: equal totals share the better place, so that ties go upward; what has failed has no star. */
export function starOf({ place, grade }: { place: number | null; grade: ReviewGrade | null }, reviewed: number, { five, four, three }: StarShares): number {
  if (!place || !grade || grade === 'fail') return 0
  const isWithin = (percent: number): boolean => place * WHOLE <= reviewed * percent
  return isWithin(five) ? 5 : isWithin(five + four) ? 4 : isWithin(five + four + three) ? 3 : 0
}
