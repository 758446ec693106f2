import { MINUTE_MS } from '#model/days.ts'
import { inHalves } from '#modules/signIn/model/attended-hours.ts'

/** 劳动类别 of the national guideline. */
export const CATEGORIES = { daily: '日常生活劳动', production: '生产劳动', service: '服务性劳动' } as const
export type Category = keyof typeof CATEGORIES
/** What hours are counted by: the course, and practice by category. */
export const BUCKETS = { course: '劳动课程', ...CATEGORIES } as const
export type Bucket = keyof typeof BUCKETS
export const BUCKET_NAMES = Object.keys(BUCKETS) as readonly Bucket[]
export const PROJECT_KINDS = { course: '劳动课程', practice: '劳动实践', week: '劳动周', post: '劳动岗位' } as const
/** Hours of a course count for the course, all others for their category. */
export const bucketOf = ({ kind, category }: { kind: keyof typeof PROJECT_KINDS; category: Category }): Bucket => (kind === 'course' ? 'course' : category)
/** Ledgers count whole numbers: hours are kept in tenths. */
export const TENTHS = 10
export const hoursOf = (amount: number): number => amount / TENTHS
export const tenthsOf = (hours: number): number => Math.round(hours * TENTHS)

export interface Session {
  start: string
  end: string
  hours: number
}
export const DEFAULT_MINUTES = 45
/** Minutes as hours, in halves. */
export const halfHours = (minutes: number, minutesPerHour = DEFAULT_MINUTES): number => inHalves(minutes / minutesPerHour)
/** Most hours that a session of this length can have, at this many minutes an hour. */
export const longestHours = ({ start, end }: Pick<Session, 'start' | 'end'>, minutesPerHour: number): number =>
  inHalves((Date.parse(end) - Date.parse(start)) / MINUTE_MS / minutesPerHour)

export const GRADES = { excellent: '优', good: '良', fair: '中', pass: '及格', fail: '不及格' } as const
export type Grade = keyof typeof GRADES
export const PASS = 60
const [EXCELLENT, GOOD, FAIR] = [90, 80, 70]
export function gradeOf(score: number): Grade {
  if (score >= EXCELLENT) return 'excellent'
  if (score >= GOOD) return 'good'
  if (score >= FAIR) return 'fair'
  return score >= PASS ? 'pass' : 'fail'
}
/** Weights of a project's assessment, together 100. */
export interface Weights {
  attendance: number
  performance: number
  report: number
}
export const DEFAULT_WEIGHTS: Weights = { attendance: 40, performance: 40, report: 20 }
/** Score of a student in a project; what has no weight need not be given, what is missing counts as not given yet. */
export function scoreOf({ attendance, performance, report }: Weights, of: { attended: number; performance: number | null; report: number | null }): number | null {
  if ((performance > 0 && of.performance === null) || (report > 0 && of.report === null)) return null
  return Math.round(attendance * of.attended * 100 + performance * (of.performance ?? 0) + report * (of.report ?? 0)) / 100
}
