import { type Row, refusalOf } from '#model'
import { educationLevel } from '#model/national.ts'
import { compute, type Db, rules } from '#server/context.ts'
import { labourPlan } from '../model/plan.ts'
import { DEFAULT_MINUTES } from '../model/rules.ts'
import { settingsOf } from './settings.ts'

export type Plan = Row<typeof labourPlan>
const UNDERGRADUATE = '4'
const VOCATIONAL = new Set(['5', '6'])
const levelText = (code: string): string => educationLevel.items.find(i => i.key === code)?.value ?? code
/** The hours of the course that the national guideline asks for at least. */
async function mustSuffice(db: Db, { educationLevel: level, courseHours }: Partial<Plan>): Promise<void> {
  const { leastUndergraduate, leastVocational } = await settingsOf(db)
  const least = level === UNDERGRADUATE ? leastUndergraduate : VOCATIONAL.has(level ?? '') ? leastVocational : 0
  if ((courseHours ?? 0) < least) throw refusalOf(labourPlan, 'least', { level: { text: levelText(level ?? '') }, least, hours: courseHours ?? 0 }, 'courseHours')
}
/** The requirement of a student by education level and grade; undefined where the school has set none. */
export async function planFor(db: Db, { level, grade }: { level: string | null; grade: number | null }): Promise<Plan | undefined> {
  return [...(await db.cached(labourPlan)).values()].find(p => p.educationLevel === level && p.grade === grade)
}
/** Minutes of an hour in the plans of the school; the shortest, so that no session is refused that somebody could fill. */
export async function shortestHour(db: Db): Promise<number> {
  const plans = [...(await db.cached(labourPlan)).values()]
  return plans.length ? Math.min(...plans.map(p => p.minutesPerHour)) : DEFAULT_MINUTES
}
export default [
  rules(labourPlan, {
    add: ({ db }, draft) => mustSuffice(db, draft),
    update: ({ db }, row, patch) => mustSuffice(db, { ...row, ...patch }),
  }),
  compute(labourPlan, ['title'], async (_ctx, rows) => {
    for (const row of rows) row.title = `${row.grade} ${levelText(row.educationLevel)}`
  }),
]
