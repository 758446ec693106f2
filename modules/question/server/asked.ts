import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { type InputOf, type OutputOf, refusalOf } from '#model'
import { addDays, addMonths, daysBetween } from '#model/days.ts'
import { educationLevel, genderCode } from '#model/national.ts'
import { department, stuClass } from '#modules/campus/model/organisation.ts'
import { teacher } from '#modules/campus/model/people.ts'
import { campus } from '#modules/campus/model/places.ts'
import { calendarOf, termStartOn, yearStartOn } from '#modules/campus/server/api.ts'
import { studentsOn } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import { mayReadRows, minCell } from '#server/statistics/grouped.ts'
import { dictGroup, entityGroup, type Grouping } from '#server/statistics/groupings.ts'
import { type Question, questions } from '#server/statistics/questions.ts'
import { askQuestion, GROUPINGS } from '../model/actions.ts'

const ASK = askQuestion.permission
type Given = Pick<InputOf<typeof askQuestion>, 'code'> & Partial<InputOf<typeof askQuestion>>
export type FigureValue = NonNullable<OutputOf<typeof askQuestion>['groups'][number]>['values'][number]
/** A question with where and for which day it is asked. */
export interface Prepared {
  of: Question
  on: string
  departmentId: string | null
  grade: number | null
  /** Whether the reader may see the single rows, and so small groups. */
  mayRead: boolean
  rows(day: Sql, oldest?: Sql): Promise<Sql>
}
/** Whether somebody may ask: about students everybody who asks questions, within their scope; of what else there is, whoever lists it. */
const isOffered = (ctx: Ctx, q: Question): boolean => !q.by || mayReadRows(ctx, q.listedBy)
export const offeredQuestions = (ctx: Ctx): readonly Question[] =>
  ctx.db
    .registered(questions)
    .filter(q => isOffered(ctx, q))
    .toSorted((a, b) => a.order - b.order)

export async function prepared(ctx: Ctx, { code, on, departmentId = null, grade = null }: Given): Promise<Prepared> {
  const of = offeredQuestions(ctx).find(q => q.code === code)
  if (!of) throw refusalOf(askQuestion, 'unknown', { code }, 'code')
  const asked = on ?? addDays(today(), -(of.lag ?? 0))
  if (asked > today()) throw refusalOf(askQuestion, 'future', { on: asked }, 'on')
  const { db } = ctx
  const isPlaced = !of.by && (departmentId || grade)
  const rows = async (day: Sql, oldest = day): Promise<Sql> => {
    const found = await of.rows({ db, day, oldest, students: studentsOn(db, day, ASK), termStart: termStartOn(db, day), yearStart: yearStartOn(db, day) })
    if (!isPlaced) return sql`(${found})`
    return sql`(select f.* from (${found}) f where true ${departmentId ? sql`and f.department_id = ${departmentId}` : empty} ${grade ? sql`and f.grade = ${grade}` : empty})`
  }
  const ready = { of, on: asked, departmentId: of.by ? null : departmentId, grade: of.by ? null : grade, mayRead: mayReadRows(ctx, of.listedBy), rows }
  if (isPlaced && !ready.mayRead) await refuseFew(ctx, ready)
  return ready
}
/** 60-ST2: who may not read single rows is told nothing about fewer students than the school shows. */
async function refuseFew(ctx: Ctx, { on, rows }: Prepared): Promise<void> {
  const [found] = await ctx.db.query<{ n: number }>(sql`select count(distinct r.student_id)::int as n from ${await rows(sql`${on}::date`)} r`)
  const least = await minCell(ctx)
  if ((found?.n ?? 0) < least) throw refusalOf(askQuestion, 'tooFew', { least }, 'departmentId')
}
interface Dimension {
  label: string
  of: Grouping
}
const person = { isPersonal: true } as const
const GRADE: Grouping = { key: sql`grade`, labels: async () => key => `${key}级`, isOrdered: true, ...person }
const OTHERS: Readonly<Record<string, Grouping>> = {
  counsellor: entityGroup(sql`counsellor_id`, teacher, person),
  gender: dictGroup(sql`gender_code`, genderCode, person),
  level: dictGroup(sql`level`, educationLevel, person),
  campus: entityGroup(sql`campus_id`, campus, person),
}
/** Groupings that are offered, and the one that is asked for: by place it goes on from where the reader is. */
export function groupingOf(
  { of, departmentId, grade }: Prepared,
  asked: string | null | undefined,
): { by: string; offered: Array<{ key: string; label: string }>; dimension: Dimension } {
  const own = of.by
  const labels: Readonly<Record<string, string>> = own ? Object.fromEntries(Object.entries(own).map(([key, { label }]) => [key, label])) : GROUPINGS
  const by = asked ?? Object.keys(labels)[0] ?? ''
  if (!(by in labels)) throw refusalOf(askQuestion, 'grouping', { by }, 'by')
  const offered = Object.entries(labels).map(([key, label]) => ({ key, label }))
  if (own) return { by, offered, dimension: own[by] as Dimension }
  if (by !== 'place') return { by, offered, dimension: { label: labels[by] ?? '', of: OTHERS[by] as Grouping } }
  if (!departmentId) return { by, offered, dimension: { label: '学院', of: entityGroup(sql`department_id`, department, person) } }
  if (!grade) return { by, offered, dimension: { label: '年级', of: GRADE } }
  return { by, offered, dimension: { label: '班级', of: entityGroup(sql`class_id`, stuClass, person) } }
}
/** The aggregates of all figures, by name. */
export const sumsOf = (of: Question): Record<string, Sql> =>
  Object.fromEntries(of.figures.flatMap((f, i) => [[`n${i}`, sql`(${f.n})::float8`] as const, ...(f.of ? [[`of${i}`, sql`(${f.of})::float8`] as const] : [])]))
const rounded = (x: number, decimals: number): number => Math.round(x * 10 ** decimals) / 10 ** decimals
export function valuesOf(of: Question, sums: Readonly<Record<string, number | null>>): FigureValue[] {
  return of.figures.map((f, i) => {
    const decimals = decimalsOf(f)
    const [n, whole] = [sums[`n${i}`] ?? null, f.of ? (sums[`of${i}`] ?? 0) : null]
    const rate = f.as === 'rate' && n !== null && whole ? rounded((n / whole) * (f.per ?? 1), decimals) : null
    return { n: n === null ? null : rounded(n, f.as === 'number' ? decimals : 2), of: whole, rate }
  })
}
export const decimalsOf = ({ as, decimals }: Question['figures'][number]): number => decimals ?? (as === 'rate' || as === 'number' ? 1 : 0)
/** Figures on several days, in one statement; a day without rows is left out. */
export async function figuresOn(
  db: Db,
  { of, rows }: Prepared,
  days: readonly string[],
  figures: readonly number[] = of.figures.map((_, i) => i),
): Promise<ReadonlyMap<string, FigureValue[]>> {
  const sums = Object.entries(sumsOf(of)).filter(([name]) => figures.includes(Number(name.replace(/\D/g, ''))))
  const found = await db.query<Record<string, number | null> & { day: never }>(
    sql`select d.day::text as day, ${join(sums.map(([name, sum]) => sql`${sum} as ${raw(`"${name}"`)}`))} from unnest(${[...days]}::date[]) d(day) cross join lateral ${await rows(sql`d.day`, sql`${days.toSorted()[0] ?? today()}::date`)} r group by d.day`,
  )
  return new Map(found.map(({ day, ...rest }) => [String(day), valuesOf(of, rest as Record<string, number | null>)]))
}
/** The same day of the term before: as many days after its beginning, at most its last. */
export async function dayOfLastTerm(db: Db, on: string): Promise<string | null> {
  const terms = (await calendarOf(db)).terms.filter(t => t.startDate <= on).toSorted((a, b) => b.startDate.localeCompare(a.startDate))
  const [now, before] = terms
  if (!now || !before) return null
  const same = addDays(before.startDate, daysBetween(now.startDate, on))
  return [same, before.endDate].toSorted()[0] ?? same
}
export const dayOfLastYear = (on: string): string => addMonths(on, -12)
/** Twelve days that end with this one. */
export const trendDays = ({ of, on }: Prepared): string[] =>
  Array.from({ length: 12 }, (_, n) => n - 11).map(n => (of.every === 'month' ? addMonths(on, n) : addDays(on, n * (of.every === 'week' ? 7 : 1))))
