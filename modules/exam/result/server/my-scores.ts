import type { Row } from '#model'
import { type Db, handle } from '#server/context.ts'
import { examPlan } from '../../entry/model/plan.ts'
import { batchOf, ownApplications, planLabels } from '../../entry/server/api.ts'
import { examFormula } from '../model/formula.ts'
import { examLine } from '../model/line.ts'
import { scoreRecheck } from '../model/recheck.ts'
import { admissionRun } from '../model/run.ts'
import { examScore } from '../model/score.ts'
import { myScores } from '../model/score-actions.ts'
import { type Line, linesOf } from './lines-of.ts'
import { recheckUntil } from './recheck-until.ts'
import { totalOf } from './total.ts'

/** The place is shown within a band of so many, which tells nobody's neighbour apart. */
const BAND = 10
const bandOf = (rank: number | null) =>
  rank === null ? { rankFrom: null, rankTo: null } : { rankFrom: Math.floor((rank - 1) / BAND) * BAND + 1, rankTo: Math.ceil(rank / BAND) * BAND }
/** 30-ES1: one's own, once published. */
export default handle(myScores, async (ctx, { batchId }) => {
  const { db } = ctx
  const batch = await batchOf(db, batchId)
  const { name, scoresAt } = batch
  const [row] = await ownApplications.all(ctx, { batchId })
  const nothing = { name, state: row?.state ?? null, scoresAt, category: row?.category ?? null, scores: [], choices: [], total: null, recheckUntil: null, ...bandOf(null) }
  if (!row || !scoresAt) return nothing
  const scores = await db.unscoped(examScore).all({ applicationId: row.id }, { sort: ['subject'] }) // of the caller's own registration
  const formula = new Map((await db.unscoped(examFormula).all({ batchId })).map(f => [f.subject ?? '', f])) // rules of the batch
  const lines = await linesShown(db, batchId)
  const rechecks = new Map((await db.unscoped(scoreRecheck).all({ applicationId: row.id })).map(r => [r.subject ?? '', r])) // of the caller's own registration
  const until = await recheckUntil(db, batch)
  const isOpen = row.state === 'scored' && until !== null && Date.now() < Date.parse(until)
  return {
    ...nothing,
    recheckUntil: until,
    scores: scores.flatMap(({ subject, value, flag }) =>
      flag ? [{ subject, value, flag, full: formula.get(subject ?? '')?.full ?? null, ...recheckOf(rechecks.get(subject ?? ''), value !== null && isOpen) }] : [],
    ),
    choices: await choicesOf(db, row, new Map(scores.map(s => [s.subject ?? '', s])), formula, lines),
    total: row.total,
    ...bandOf(row.rank),
  }
})
/** 30-ES2: the answer is read once there is one. */
function recheckOf(of: Row<typeof scoreRecheck> | undefined, mayAsk: boolean) {
  const isAnswered = of?.state === 'unchanged' || of?.state === 'changed'
  return { recheck: of?.state ?? null, before: of?.before ?? null, answer: isAnswered ? of.answer : null, mayRecheck: mayAsk && !of }
}
/** 30-ES7: what the province has set; what the school tries is nobody's until a run is published, and then it is the lines of that run. */
async function linesShown(db: Db, batchId: string): Promise<Line[]> {
  const run = await db.unscoped(admissionRun).find({ batchId, state: 'published' }) // published to everybody
  if (!run) return db.unscoped(examLine).all({ batchId, isProvince: true }) // the province publishes them
  return run.lines.flatMap(l => (l && l.min !== null ? [{ ...l, min: l.min }] : []))
}
async function choicesOf(
  db: Db,
  { choices, category }: { choices: ReadonlyArray<string | null>; category: string | null },
  scores: ReadonlyMap<string, Row<typeof examScore>>,
  formula: ReadonlyMap<string, Row<typeof examFormula>>,
  lines: readonly Line[],
) {
  const plans = await db.unscoped(examPlan).all({ id: choices.flatMap(c => c ?? []) }) // published plans
  const labels = await planLabels(db, plans)
  return choices.flatMap(planId => {
    const plan = plans.find(p => p.id === planId)
    if (!plan) return []
    const subjects = plan.subjects.flatMap(s => s ?? [])
    return [{ planId: plan.id, label: labels.get(plan.id) ?? plan.code, total: totalOf(subjects, scores, formula), line: linesOf(lines, category, plan.id).total }]
  })
}
