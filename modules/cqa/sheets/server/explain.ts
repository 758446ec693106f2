import sql, { type Sql } from 'sql-template-tag'
import type { OutputOf, Row } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { evidenceOf } from '#modules/evidence/server/api.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { cqaScheme, type Stage, stageAt, windowOf } from '../../schemes/model/scheme.ts'
import { childrenOf, type Index, inTreeOrder } from '../../schemes/model/tree.ts'
import { indexesOf, type Scheme } from '../../schemes/server/api.ts'
import { explainSheet } from '../model/actions.ts'
import { cqaCorrection } from '../model/correction.ts'
import { cqaSheet } from '../model/sheet.ts'
import { scoresOf, sheetsOf } from './calculate.ts'
import { heldScores, pointsOf } from './points.ts'
import { SCOPES, scopesOf, shareOf } from './rank.ts'

export type Sheet = Row<typeof cqaSheet>
type Explained = OutputOf<typeof explainSheet>
type Line = NonNullable<Explained['unused'][number]>
interface Entry extends Line {
  indexId: string | null
}
/** Entries of a student in the period: under each index that counts them, and those that none does. */
const entriesOf = (db: Db, scheme: Scheme, studentId: string): Promise<Entry[]> =>
  db.query<Entry>(sql`select e.id, e.title, e.occurred_on::text as "occurredOn", e.kind, e.level, e.place, p.index_id as "indexId", p.worth::float8 as points, coalesce(p.counts, false) as counts,
      case when p.rule_id is not null then concat_ws('，', trim_scale(r.points) || '分' || case when r.per_unit then '×' || coalesce(trim_scale(e.quantity), 0) else '' end,
        case when r.cap_per_student is not null then '最多' || trim_scale(r.cap_per_student) || '分' end) end as rule
    from (${evidenceOf(db, sql`select ${studentId}::uuid`, scheme.evidenceFrom, scheme.evidenceTo)}) e
    left join (${pointsOf(db, scheme, sql`select ${studentId}::uuid`)}) p on p.id = e.id
    left join cqa_point_rule r on r.tenant_id = ${db.me.tenantId} and r.id = p.rule_id order by e.occurred_on, e.id`)
interface Held {
  indexId: string
  stage: Stage
  reason: string | null
}
const heldOf = (db: Db, sheet: Sql): Promise<Held[]> => db.query<Held>(sql`select s.index_id as "indexId", s.stage, s.reason from (${heldScores(db, sheet)}) s`)
function howOf(all: readonly Index[], of: Index): string | null {
  if (of.kind === 'formula') return of.formula
  if (of.kind !== 'group') return null
  const children = childrenOf(all, of.id)
  if (of.combine === 'max') return `max(${children.map(c => c.code).join(', ')})`
  return children.map(c => (of.combine === 'weighted' ? `${c.code} × ${c.weight ?? 0}%` : c.code)).join(' + ')
}
const sharesOf = (sheet: Sheet, scheme: Scheme) =>
  scopesOf(scheme).map(scope => {
    const [rank, size] = [sheet[SCOPES[scope].rank], sheet[SCOPES[scope].size]]
    return { scope, rank, size, share: shareOf(rank, size) }
  })
interface Score {
  items: Record<string, number>
  total: number | null
  pending: string | null
}
/** The scores of one student, a select of `id` and `student_id`, as they would be calculated now. */
async function scoredNow(db: Db, scheme: Scheme, sheet: Sql, all: readonly Index[]): Promise<Score> {
  const [now] = await db.query<Score>(sql`select n.items, n.total::float8 as total, n.pending from (${await scoresOf(db, scheme, sheet, { all })}) n`)
  return now ?? { items: {}, total: null, pending: null }
}
/** The scores as they would be calculated now; of a result that is fixed those it was fixed with. */
async function scoreOf(db: Db, scheme: Scheme, sheet: Sheet, all: readonly Index[]): Promise<Score> {
  const isFixed = scheme.stage !== 'scoring' || sheet.state === 'excluded'
  if (isFixed) return { items: { ...sheet.items }, total: sheet.total, pending: sheet.pendingReason }
  return scoredNow(db, scheme, sheetsOf(db, scheme, sql`and t.id = ${sheet.id}`), all)
}
async function correctionsOf(db: Db, { id }: Sheet): Promise<Explained['corrections']> {
  const rows = await db.unscoped(cqaCorrection).all({ sheetId: id }, { sort: ['-createdAt'] }) // of the sheet
  return rows.map(({ resultNo, createdAt: at, fromTotal, toTotal, fromRank, toRank, changes, reason }) => ({ resultNo, at, fromTotal, toTotal, fromRank, toRank, changes, reason }))
}
const lineOf = ({ indexId: _, ...line }: Entry): Line => line
/** The tree of a scheme with the scores of a student: how each comes about, by which entries, and the entries that no rule counts. */
function treeOf(
  all: readonly Index[],
  { items, entries, held }: { items: Record<string, number>; entries: readonly Entry[]; held: readonly Held[] },
): Pick<Explained, 'nodes' | 'unused'> {
  return {
    nodes: inTreeOrder(all).map(({ index, depth }) => {
      const { id, parentId, code, name, kind, maxScore, explanation } = index
      const given = held.find(h => h.indexId === id)
      const lines = entries.filter(e => e.indexId === id).map(lineOf)
      const score = items[code] ?? null
      return { id, parentId, depth, code, name, kind, score, maxScore, explanation, how: howOf(all, index), stage: given?.stage ?? null, reason: given?.reason ?? null, lines }
    }),
    unused: entries.filter(e => e.indexId === null).map(lineOf),
  }
}
export async function explanationOf({ db }: Pick<Ctx, 'db'>, sheet: Sheet): Promise<Explained> {
  const scheme = await db.unscoped(cqaScheme).one(sheet.schemeId) // the scheme of the sheet
  const all = await indexesOf(db, scheme.id)
  const { items, total, pending } = await scoreOf(db, scheme, sheet, all)
  const [entries, held, who] = [
    await entriesOf(db, scheme, sheet.studentId),
    await heldOf(db, sql`select ${sheet.id}::uuid as id, ${sheet.studentId}::uuid as student_id`),
    await studentOf(db, sheet.studentId),
  ]
  const running = scheme.stage === 'scoring' ? stageAt(scheme) : undefined
  return {
    ...{ id: sheet.id, schemeId: scheme.id, scheme: scheme.name, xn: scheme.xn, name: who?.name ?? '', state: sheet.state, schemeStage: scheme.stage, running: running ?? null },
    ...{ until: running ? schoolTimeText(windowOf(scheme, running).until) : null, isSelfMissed: sheet.isSelfMissed, pendingReason: pending },
    ...{ excludedReason: sheet.excludedReason, returnedReason: sheet.returnedReason, total, ranks: sharesOf(sheet, scheme) },
    ...treeOf(all, { items, entries, held }),
    resultNo: sheet.resultNo,
    corrections: await correctionsOf(db, sheet),
  }
}
/** A student under a scheme without a sheet, or with the one there is: what people gave so far counts. */
export async function triedOn(db: Db, scheme: Scheme, studentId: string): Promise<Pick<Score, 'total' | 'pending'> & Pick<Explained, 'nodes' | 'unused'>> {
  const all = await indexesOf(db, scheme.id)
  const [own] = await db.unscoped(cqaSheet).all({ schemeId: scheme.id, studentId }) // of the student that is tried
  const sheet = sql`select ${own?.id ?? null}::uuid as id, ${studentId}::uuid as student_id`
  const { items, total, pending } = await scoredNow(db, scheme, sheet, all)
  return { total, pending, ...treeOf(all, { items, entries: await entriesOf(db, scheme, studentId), held: await heldOf(db, sheet) }) }
}
export default handle(explainSheet, async (ctx, { id }) => explanationOf(ctx, await ctx.db.visible(cqaSheet).one(id)))
