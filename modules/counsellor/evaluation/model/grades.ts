import { type Part, type PartKind, WHOLE } from './scheme.ts'

export const GRADES = { excellent: '优秀', competent: '称职', basic: '基本称职', incompetent: '不称职' } as const
export type Grade = keyof typeof GRADES
/** Totals from which a grade is proposed. */
const FROM = { excellent: 90, competent: 75, basic: 60 } as const
export type Marks = Readonly<Partial<Record<PartKind, number | null>>>

/** Parts of the scheme that have no mark yet. */
export const missingOf = (parts: readonly Part[], marks: Marks): PartKind[] => parts.filter(({ kind }) => (marks[kind] ?? null) === null).map(p => p.kind)
/** 50-CW9: the weighted sum; none while a part is missing. */
export function totalOf(parts: readonly Part[], marks: Marks): number | null {
  if (missingOf(parts, marks).length) return null
  return Math.round(parts.reduce((sum, { kind, weight }) => sum + (marks[kind] ?? 0) * weight, 0)) / WHOLE
}
/** 50-CW9: how many of a college's people may be excellent. */
export const excellentMost = (heads: number, percent: number): number => Math.floor((heads * percent) / WHOLE)
export interface Graded {
  id: string
  total: number | null
}
/** Grades of one college as its totals propose them: no more are excellent than may be, those with the highest totals. */
export function proposedGrades(rows: readonly Graded[], percent: number): ReadonlyMap<string, Grade | null> {
  const most = excellentMost(rows.length, percent)
  const ranked = rows.toSorted((a, b) => (b.total ?? -1) - (a.total ?? -1) || (a.id < b.id ? -1 : 1))
  const gradeOf = (total: number, at: number): Grade =>
    total >= FROM.excellent && at < most ? 'excellent' : total >= FROM.competent ? 'competent' : total >= FROM.basic ? 'basic' : 'incompetent'
  return new Map(ranked.map(({ id, total }, at) => [id, total === null ? null : gradeOf(total, at)]))
}
