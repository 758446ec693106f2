import type { Approver, ApproverSource, CaseState, Facts, FlowGraph, FlowNode, World } from '#flow/index.ts'
import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import type { processDef } from '../model/process.ts'
import { type Account, type Accounts, accountsFor, Needs } from './accounts.ts'
import { type School, schoolOf } from './places.ts'
import type { Who } from './relations.ts'
import { type Answer, type Asking, plan, planSuperiors } from './sources.ts'

export { relationSource, type Who } from './relations.ts'

/** Resolves a source for one applicant, without disabled accounts. */
export async function findPeople(db: Db, source: ApproverSource, who: Who): Promise<Approver[]> {
  return (await findPeopleOfAll(db, source, [who]))[0] ?? []
}
/** The same for many applicants, in one statement. */
export async function findPeopleOfAll(db: Db, source: ApproverSource, whos: readonly Who[]): Promise<Approver[][]> {
  const needs = new Needs()
  const answers = await plan({ db, school: await schoolOf(db), whos }, source, needs)
  const accounts = await accountsFor(db, needs)
  return answers.map(answer => answer(accounts))
}
/** Candidates of a `chosen` source: the people and role holders listed in the flow. */
export async function candidatesFor(db: Db, source: Extract<ApproverSource, { by: 'chosen' }>): Promise<Array<{ userId: string; name: string; role: string }>> {
  const needs = new Needs()
  for (const id of source.userIds ?? []) needs.userIds.add(id)
  for (const code of source.roles ?? []) needs.role(code)
  const [accounts, { roleNames }] = await Promise.all([accountsFor(db, needs), schoolOf(db)])
  return [...accounts.byId.values()].map(a => ({ userId: a.id, name: a.name, role: roleNames.get(a.roles[0] ?? '') ?? '' }))
}

/** The case to resolve people for. */
export interface WorldOf {
  graph: FlowGraph
  def: Pick<Row<typeof processDef>, 'ownerIds'>
  who: Who
  facts: Facts
  chosen?: CaseState['chosen']
  /** Absent where no case runs, as in a simulation: then the step drawn before counts as the previous one. */
  passed?: CaseState['passed']
}
/** Loads the people the engine needs for these steps: approvers, their superiors and the process owners; also the accounts in `also`. */
export async function worldFor(
  db: Db,
  of: WorldOf,
  steps: readonly string[],
  also: Iterable<string> = [],
): Promise<Pick<World, 'people' | 'superiors' | 'owners'> & { accounts: readonly Account[] }> {
  const needs = new Needs()
  for (const id of also) needs.userIds.add(id)
  const school = await schoolOf(db)
  const people = new Map<string, Answer>()
  const superiors = new Map<string, Answer>()
  for (const id of steps) {
    const source = sourceOf(of.graph, id)
    if (!source) continue
    people.set(id, await planStep(db, school, of, id, needs))
    superiors.set(id, planSuperiors({ db, school, whos: [of.who] }, source, of.who, needs))
  }
  const owners = planOwners(of.def.ownerIds, needs)
  const accounts = await accountsFor(db, needs)
  return { people: read(people, accounts), superiors: read(superiors, accounts), owners: owners(accounts), accounts: accounts.all }
}
const read = (answers: ReadonlyMap<string, Answer>, accounts: Accounts): Map<string, Approver[]> => new Map([...answers].map(([id, answer]) => [id, answer(accounts)]))
const sourceOf = (graph: FlowGraph, id: string): ApproverSource | undefined => approversOf(graph.nodes.find(n => n.id === id))
const approversOf = (node: FlowNode | undefined): ApproverSource | undefined => (node && 'approvers' in node ? node.approvers : undefined)

const NONE: Answer = () => []
async function planStep(db: Db, school: School, of: WorldOf, id: string, needs: Needs, seen: readonly string[] = []): Promise<Answer> {
  const source = sourceOf(of.graph, id)
  if (!source || seen.includes(id)) return NONE
  const asking: Asking = { db, school, whos: [of.who], chosen: of.chosen?.[id] ?? [] }
  if (source.by === 'previous') asking.previous = of.passed ? (of.passed.at(-1)?.by ?? []) : await planBefore(db, school, of, id, needs, [...seen, id])
  return (await plan(asking, source, needs))[0] ?? NONE
}
/** The nearest preceding step in the graph that has approvers. */
async function planBefore(db: Db, school: School, of: WorldOf, id: string, needs: Needs, seen: readonly string[]): Promise<Answer> {
  let reached = [id]
  for (let far = 0; far < of.graph.nodes.length; far++) {
    reached = [...new Set(of.graph.edges.filter(e => reached.includes(e.to)).map(e => e.from))]
    const before = of.graph.nodes.find(n => reached.includes(n.id) && n.type !== 'cc' && approversOf(n))
    if (before) return planStep(db, school, of, before.id, needs, seen)
  }
  return NONE
}
/** The process owners; if none can act, the student-affairs office. */
function planOwners(ownerIds: readonly string[] | null, needs: Needs): Answer {
  for (const id of ownerIds ?? []) needs.userIds.add(id)
  needs.role('officer')
  return accounts => {
    const own = (ownerIds ?? []).map(id => accounts.byId.get(id)).filter(a => a !== undefined)
    return (own.length ? own : (accounts.byRole.get('officer') ?? [])).map(a => ({ userId: a.id, role: '流程负责人' }))
  }
}
