import sql from 'sql-template-tag'
import { parseFields } from '#fields/parse.ts'
import { type InputOf, type Issue, Refusal, type Row, refusalOf } from '#model'
import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import { type Db, handle } from '#server/context.ts'
import { affectedBatches, FIGURE_SCOPES, FIGURES, type FigureCode, type FigureScope, type FigureValue, policyFigure, removeFigure, saveFigure } from '../model/policy-figure.ts'

type Figure = Row<typeof policyFigure>
/** Dates of a figure that changes; `effectiveTo` null is open. */
export interface FigureSpan extends Pick<Figure, 'code' | 'scope' | 'effectiveFrom' | 'effectiveTo'> {}
export interface AffectedBatch {
  id: string
  name: string
  /** Address of its page. */
  link: string | null
}
interface FigureUse extends Registration {
  kind: 'figureUse'
  name: string
  find: (db: Db, span: FigureSpan) => Promise<readonly AffectedBatch[]>
}
const figureUses = extensionPoint<FigureUse>('figureUse', { id: u => u.name })
/** Registers a module's open batches that a change of a policy figure would change (40-P2). */
export const figureUse = (name: string, find: FigureUse['find']): FigureUse => figureUses.make({ name, find })

const FOREVER = '9999-12-31'
const holds = (row: FigureSpan, on: string): boolean => row.effectiveFrom <= on && on <= (row.effectiveTo ?? FOREVER)
/**
 * 40-P1: what a policy figure was on the day that the rule names (an award year, an enlistment date), never just today. A scope without a row of its own takes that of all students.
 * Refused where there is none: no figure is assumed.
 */
export async function figureOn<C extends FigureCode>(db: Db, code: C, { scope = 'all', on }: { scope?: FigureScope; on: string }): Promise<FigureValue<C>> {
  const rows = [...(await db.cached(policyFigure)).values()].filter(row => row.code === code && holds(row, on))
  const row = rows.find(r => r.scope === scope) ?? rows.find(r => r.scope === 'all')
  if (!row) throw refusalOf(policyFigure, 'none', { ...named({ code, scope }), on })
  return row.value as FigureValue<C>
}
const named = ({ code, scope }: { code: FigureCode; scope: FigureScope }) => ({ code: { text: FIGURES[code].label }, scope: { text: FIGURE_SCOPES[scope] } })

async function affected(db: Db, spans: readonly FigureSpan[]): Promise<AffectedBatch[]> {
  const found = new Map<string, AffectedBatch>()
  for (const { find } of db.registered(figureUses)) for (const span of spans) for (const batch of await find(db, span)) found.set(batch.id, batch)
  return [...found.values()]
}
/** 40-P2: with open batches that would change, only whoever has seen them all goes on. */
async function ask(db: Db, spans: readonly FigureSpan[], seen: readonly string[] | null | undefined): Promise<void> {
  const open = await affected(db, spans)
  if (open.every(b => seen?.includes(b.id))) return
  throw refusalOf(policyFigure, 'asks', { n: open.length, batches: open.map(b => b.name) }, 'seen')
}
/** The parts that the code prescribes; unknown and missing ones are refused. */
function checkedValue(code: FigureCode, given: Readonly<Record<string, unknown>> | null | undefined): Record<string, number | null> {
  const { values, issues } = parseFields(FIGURES[code].parts, given ?? {})
  if (issues.length)
    throw new Refusal(
      422,
      issues.map((issue): Issue => ({ ...issue, field: 'value' })),
    )
  return values as Record<string, number | null>
}
/** Refused by name; of two at once the exclusion constraint refuses one. */
async function refuseOverlap(db: Db, id: string | null | undefined, span: FigureSpan): Promise<void> {
  const { code, scope, effectiveFrom: from, effectiveTo: to } = span
  if (to && to < from) throw refusalOf(policyFigure, 'dates', { from, to }, 'effectiveTo')
  const [other] = await db.query<{ from: string; to: string | null }>(sql`select effective_from::text as "from", effective_to::text as "to" from policy_figure
    where tenant_id = ${db.me.tenantId} and code = ${code} and scope = ${scope} and id is distinct from ${id ?? null}::uuid
      and daterange(effective_from, effective_to, '[]') && daterange(${from}::date, ${to ?? null}::date, '[]') order by effective_from limit 1`)
  if (other) throw refusalOf(policyFigure, 'overlap', { ...named(span), from: other.from, to: other.to ?? FOREVER }, 'effectiveFrom')
}
const draftOf = ({ id: _id, seen: _seen, ...given }: InputOf<typeof saveFigure>) => {
  const { code } = given
  const scope = given.scope ?? 'all'
  const value = checkedValue(code, given.value)
  return { ...given, scope, effectiveTo: given.effectiveTo ?? null, basis: given.basis ?? null, value, unit: FIGURES[code].unit }
}
export default [
  handle(affectedBatches, async ({ db }, { id, ...given }) => {
    const before = id ? await db.visible(policyFigure).one(id) : undefined
    const span = { ...given, scope: given.scope ?? 'all', effectiveTo: given.effectiveTo ?? null }
    return { batches: await affected(db, before ? [before, span] : [span]) }
  }),
  handle(saveFigure, async ({ db }, given) => {
    const { id, seen } = given
    const draft = draftOf(given)
    const before = id ? await db.visible(policyFigure).lock(id) : undefined
    await refuseOverlap(db, id, draft)
    await ask(db, before ? [before, draft] : [draft], seen)
    const row = before ? await db.update(policyFigure, before.id, draft) : await db.insert(policyFigure, draft)
    return { id: row.id }
  }),
  handle(removeFigure, async ({ db }, { id, seen }) => {
    const row = await db.visible(policyFigure).lock(id)
    await ask(db, [row], seen)
    await db.remove(policyFigure, id)
  }),
]
