import sql from 'sql-template-tag'
import type { InputOf, OutputOf } from '#model'
import { type Ctx, handle } from '#server/context.ts'
import { classHistory } from '../model/history.ts'
import { classSizes, type SIZE_VERDICTS } from '../model/statistics.ts'
import { WITH_RECORD } from '../model/status.ts'
import { organisation } from './place.ts'

type Verdict = keyof typeof SIZE_VERDICTS

/** Classes of unusual size on a day: above capacity, or far from the median of their grade. */
export async function oddSizes({ db }: Ctx, { asOf }: InputOf<typeof classSizes>): Promise<Array<OutputOf<typeof classSizes>>> {
  const counts = await db.query<{ classId: string; count: number }>(sql`
    select h.class_id as "classId", count(*)::int as count from ${db.visible(classHistory).rows()} h
    where h."from" <= ${asOf} and (h."to" is null or h."to" > ${asOf}) and h.status = any(${[...WITH_RECORD]}) and h.class_id is not null group by 1`)
  const o = await organisation(db)
  const classes = counts.flatMap(({ classId, count }) => {
    const cls = o.classes.get(classId)
    return cls
      ? [{ classId, count, className: cls.name, grade: cls.grade ?? 0, capacity: cls.capacity, departmentName: o.departments.get(cls.departmentId ?? '')?.name ?? null }]
      : []
  })
  const medians = medianByGrade(classes)
  return classes
    .map(c => ({ ...c, median: medians.get(c.grade) ?? 0, verdict: sizeVerdict(c.count, c.capacity, medians.get(c.grade) ?? 0) }))
    .filter((c): c is typeof c & { verdict: Verdict } => c.verdict !== undefined)
    .sort((a, b) => b.grade - a.grade || a.className.localeCompare(b.className, 'zh'))
}
export default handle(classSizes, oddSizes)

/** Above capacity; else 40 % away from the grade's median, if that is more than a few students. */
export function sizeVerdict(count: number, capacity: number, median: number): Verdict | undefined {
  if (count > capacity) return 'over'
  if (Math.abs(count - median) < 8) return undefined
  if (count > median * 1.4) return 'large'
  return count < median * 0.6 ? 'small' : undefined
}
export function medianByGrade(classes: ReadonlyArray<{ grade: number; count: number }>): Map<number, number> {
  const grades = Map.groupBy(classes, c => c.grade)
  return new Map([...grades].map(([grade, of]) => [grade, middle(of.map(c => c.count))]))
}
function middle(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 ? (sorted[half] ?? 0) : Math.round(((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2)
}
