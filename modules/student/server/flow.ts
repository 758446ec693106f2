import sql from 'sql-template-tag'
import type { InputOf, OutputOf } from '#model'
import { type ActionCtx, handle } from '#server/context.ts'
import { flow, MOVEMENTS } from '../model/statistics.ts'
import { namesOf } from './dimensions.ts'
import { steps } from './steps.ts'

type Figures = Omit<OutputOf<typeof flow>['rows'][number], 'key' | 'name'>
const FIGURES = ['opening', ...Object.keys(MOVEMENTS), 'closing'] as ReadonlyArray<keyof Figures>

/** Moves between groups from one day to another, in a single statement, hence one snapshot. */
export async function flowOf({ db, refuse }: Pick<ActionCtx<typeof flow>, 'db' | 'refuse'>, { from, to, by }: InputOf<typeof flow>): Promise<OutputOf<typeof flow>> {
  if (to <= from) refuse('spanReversed', { from, to }, 'to')
  const group = by ?? 'department'
  const found = await db.query<{ key: string; what: keyof Figures; n: number }>(sql`
    with ${steps(db, group, 'student:student:statistics')}
    select key, movement as what, count(*)::int as n from moved where day > ${from} and day <= ${to} group by 1, 2
    union all
    select grp, 'opening', count(*)::int from standing where grp is not null and day <= ${from} and (until is null or until > ${from}) group by 1
    union all
    select grp, 'closing', count(*)::int from standing where grp is not null and day <= ${to} and (until is null or until > ${to}) group by 1`)
  const names = await namesOf(db, group)
  const keys = [...new Set(found.map(f => f.key))].sort(names.order)
  const rows = keys.map(key => ({ key, name: names.of(key), ...figures(found.filter(f => f.key === key)) }))
  return { rows, total: figures(found) }
}
export default handle(flow, flowOf)

/** One line of the table; missing movements are 0. */
function figures(found: ReadonlyArray<{ what: keyof Figures; n: number }>): Figures {
  const made = Object.fromEntries(FIGURES.map(name => [name, 0])) as Figures
  for (const { what, n } of found) made[what] = (made[what] ?? 0) + n
  return made
}
