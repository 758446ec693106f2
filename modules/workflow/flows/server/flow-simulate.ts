import { type Fact, type Facts, type FlowGraph, type FlowNode, type Path, type PathStep, pathOf, type Say, sayBranch, WALK_TEXTS } from '#flow/index.ts'
import { fill, refusalOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { user } from '#modules/system/model/user.ts'
import { accountNames } from '#server/access/accounts.ts'
import { type Db, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { processDef } from '../model/process.ts'
import { simulateFlow } from '../model/process-design.ts'
import { readValues } from '../model/read-graph.ts'
import { Wrong } from '../model/strict.ts'
import { applicantFacts, whoOf } from './applicant.ts'
import { wordedFacts } from './facts.ts'
import { drawingOf, graphGiven, subjectFor } from './flow-drafts.ts'
import { candidatesFor, type WorldOf, worldFor } from './people.ts'
import { problemsIn } from './problems.ts'
import { usualOf } from './typical-durations.ts'
import { dueAt } from './working-time.ts'

/** 10-W19: simulates the path of one application. Read-only: stores nothing, notifies nobody. */
export default handle(simulateFlow, async ({ db, lang }, { id, graph: drawn, applicantId, values }) => {
  const def = await db.visible(processDef).one(id)
  const applicant = await db.visible(user).one(applicantId)
  const graph = drawn ? graphGiven(simulateFlow, drawn) : await drawingOf(db, def)
  const subject = subjectFor(def)
  const problems = await problemsIn(db, lang, graph, subject, def.code)
  if (problems.some(p => p.level === 'error')) return { steps: [], edges: [], warnings: problems, usualMin: null } // the drawing may have no way through
  const row = valuesGiven(values)
  const who = await whoOf(db, applicant.id, row)
  const facts: Facts = { ...row, ...(await applicantFacts(db, who)) }
  const path = await walked(db, { graph, def, who, facts })
  const usual = await usualOf(db, id)
  const known = await wordedFacts(db, subject)
  const t: Say = (text, given) => fill(translate(lang, text), given)
  const times = await timesOf(db, graph, path, row, usual)
  const names = await namesOf(db, path)
  return {
    steps: path.steps.map(step => ({
      ...{ node: step.node, name: step.name, type: step.type, dueAt: times.due.get(step.node)?.toISOString() ?? null, usualMin: usual.get(step.node) ?? null },
      people: step.people.map(p => ({ id: p.userId, name: names.get(p.userId) ?? '', role: translate(lang, p.role) })),
      why: whyOf(step, known, t),
    })),
    edges: [...path.edges],
    warnings: path.warnings.map(w => ({ node: w.node ?? null, way: null, level: w.level, rule: w.rule, text: t(w.text, w.values) })),
    usualMin: times.usualMin,
  }
})
function valuesGiven(values: unknown): Record<string, Facts[string]> {
  try {
    return readValues(values)
  } catch (error) {
    if (error instanceof Wrong) throw refusalOf(simulateFlow, 'form', { at: error.at }, 'values')
    throw error
  }
}
/** Walks the graph with all approvers resolved; where they are to be chosen, all candidates stand in. */
async function walked(db: Db, of: WorldOf): Promise<Path> {
  const chosen: Record<string, string[]> = {}
  for (const node of of.graph.nodes) if ('approvers' in node && node.approvers.by === 'chosen') chosen[node.id] = (await candidatesFor(db, node.approvers)).map(c => c.userId)
  const asking = of.graph.nodes.filter(n => 'approvers' in n).map(n => n.id)
  const world = await worldFor(db, { ...of, chosen }, asking)
  return pathOf(of.graph, { ...world, applicantId: of.who.applicantId, facts: of.facts, isAble: () => true }, chosen)
}
const namesOf = (db: Db, path: Path): Promise<Map<string, string>> =>
  accountNames(
    db,
    path.steps.flatMap(s => s.people.map(p => p.userId)),
  )
/** Why this step or these approvers: the branch taken, or the policy applied where nobody was found. */
function whyOf({ branch, policy, name }: PathStep, facts: readonly Fact[], t: Say): string | null {
  if (branch) return [branch.name, sayBranch(branch, facts, t)].filter(Boolean).join(t('：'))
  const text = { owner: WALK_TEXTS.nobodyOwner, upDepartment: WALK_TEXTS.nobodyUpDepartment, skip: WALK_TEXTS.nobodySkip, superior: WALK_TEXTS.nobodySuperior }
  return policy ? t(text[policy], { node: name }) : null
}

interface Times {
  due: ReadonlyMap<string, Date>
  /** Working minutes along the longest path; null if no step of it has been measured. */
  usualMin: number | null
}
interface Left {
  at: Date
  minutes: number
}
/** Latest due time of each step if every step takes its full deadline, and the usual total duration. */
async function timesOf(db: Db, graph: FlowGraph, path: Path, row: Record<string, unknown>, usual: ReadonlyMap<string, number>): Promise<Times> {
  const due = new Map<string, Date>()
  const left = new Map<string, Promise<Left>>()
  const now = new Date()
  const before = (id: string): string[] => path.edges.filter(e => e.endsWith(`>${id}`)).map(e => e.slice(0, -id.length - 1))
  const leave = (id: string): Promise<Left> => {
    const known = left.get(id) ?? after(id)
    left.set(id, known)
    return known
  }
  async function after(id: string): Promise<Left> {
    const arrivals = await Promise.all(before(id).map(leave))
    const arrived = new Date(Math.max(now.getTime(), ...arrivals.map(a => a.at.getTime())))
    const node = graph.nodes.find(n => n.id === id)
    const end = node ? await endOf(db, node, arrived, row, usual) : { at: arrived }
    if (end.isDue) due.set(id, end.at)
    return { at: end.at, minutes: Math.max(0, ...arrivals.map(a => a.minutes)) + (usual.get(id) ?? 0) }
  }
  const ends = await Promise.all(path.steps.map(s => leave(s.node)))
  return { due, usualMin: path.steps.some(s => usual.has(s.node)) ? Math.max(...ends.map(e => e.minutes)) : null }
}
async function endOf(db: Db, node: FlowNode, arrived: Date, row: Record<string, unknown>, usual: ReadonlyMap<string, number>): Promise<{ at: Date; isDue?: true }> {
  if ('timeout' in node && node.timeout) return { at: await dueAt(db, arrived, node.timeout), isDue: true }
  if (node.type === 'wait') return { at: waitsUntil(node, arrived, row) }
  const minutes = usual.get(node.id)
  return { at: minutes ? await dueAt(db, arrived, { hours: minutes / 60, workingTime: true }) : arrived }
}
function waitsUntil({ hours, untilField }: Extract<FlowNode, { type: 'wait' }>, arrived: Date, row: Record<string, unknown>): Date {
  const until = untilField ? Date.parse(String(row[untilField])) : arrived.getTime() + (hours ?? 0) * HOUR_MS
  return new Date(Number.isNaN(until) ? arrived : Math.max(until, arrived.getTime()))
}
