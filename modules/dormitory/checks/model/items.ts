import { states } from '#model'
/** Areas of a check: the room as a whole, or each occupant's part. */
export const CHECK_AREAS = { public: '公共', personal: '个人' } as const
export type CheckArea = keyof typeof CHECK_AREAS
export interface CheckStep {
  name: string
  points: number
}
export interface CheckItem {
  /** Stable within a scheme: records refer to it. */
  code: string
  name: string
  area: CheckArea
  /** Maximum points; a veto item has none, it caps the score. */
  full: number
  steps: readonly CheckStep[]
  /** 20-DI2 */
  veto?: boolean
  /** Type of the violation draft a veto item creates. */
  violation?: string
  needPhoto?: boolean
}
/** Lower bound of each grade; below `pass` a room has failed. */
export interface GradeLimits {
  excellent: number
  good: number
  fair: number
  pass: number
}
export const grades = states({
  excellent: { label: '优秀', tone: 'done' },
  good: { label: '良好', tone: 'done' },
  fair: { label: '中等', tone: 'going' },
  pass: { label: '合格', tone: 'attention' },
  fail: { label: '不合格', tone: 'refused' },
})
export const GRADES = grades.labels
export type Grade = keyof typeof GRADES
export const GRADE_LIMITS: GradeLimits = { excellent: 90, good: 80, fair: 70, pass: 60 }
export const FULL = 100
