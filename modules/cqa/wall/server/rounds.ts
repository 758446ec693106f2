import type { Row } from '#model'
import type { MeasureContext } from '#server/measures/compute-measure.ts'
import { cqaScheme } from '../../schemes/model/scheme.ts'

export type Scheme = Row<typeof cqaScheme>
const published = ({ db }: MeasureContext): Promise<Scheme[]> =>
  db.unscoped(cqaScheme).all({ state: ['published', 'paused', 'closed', 'archived'] }, { sort: ['-beginTime', 'id'] }) // names and windows, without data of students

/** Schemes that run at the moment, side by side; where none does, those of the last school year. */
export async function shownSchemes(ctx: MeasureContext): Promise<Scheme[]> {
  const begun = (await published(ctx)).filter(s => Date.parse(s.beginTime) <= ctx.now.getTime())
  const running = begun.filter(s => s.stage !== 'locked')
  return running.length ? running : begun.filter(s => s.xn === begun[0]?.xn)
}
/** Schemes whose results are final, by school year, the last first. */
export async function finalRounds(ctx: MeasureContext): Promise<ReadonlyArray<readonly [string, readonly string[]]>> {
  const locked = (await published(ctx)).filter(s => s.stage === 'locked' && s.xn)
  return [...Map.groupBy(locked, s => s.xn ?? '')].map(([xn, of]) => [xn, of.map(s => s.id)] as const).sort(([a], [b]) => b.localeCompare(a))
}
