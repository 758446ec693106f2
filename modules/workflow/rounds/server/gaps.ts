import sql, { type Sql } from 'sql-template-tag'
import type { ApproverSource, FlowGraph, FlowSubject } from '#flow/index.ts'
import type { Db } from '#server/context.ts'
import { findPeopleOfAll, flowFor, isOfRow, PLACE, STUDENT, type Who } from '../../flows/server/api.ts'
import { named, type Sampled } from './audience.ts'

export interface Gap {
  step: string
  count: number
  sample: Sampled[]
}
const LATER = ['chosen', 'previous', 'applicant', 'field']
/** Sources resolvable only for an actual application: chosen by the applicant, previous approver, a form field, a relation that reads the form. */
const isLater = (db: Db, approvers: ApproverSource): boolean => LATER.includes(approvers.by) || (approvers.by === 'relation' && isOfRow(db, approvers.relation))
const SAMPLE = 5

const whosOf = (db: Db, accounts: Sql): Promise<Array<Omit<Who, 'row'>>> =>
  db.query(sql`select u.id as "applicantId", ${PLACE} from ${accounts} a join sys_user u on u.tenant_id = ${db.me.tenantId} and u.id = a.id ${STUDENT}`)

/** Groups people by the flow they would take, so that each step is resolved once. */
async function byFlow(db: Db, processType: string, whos: ReadonlyArray<Omit<Who, 'row'>>, batchId: string | null): Promise<Array<{ graph: FlowGraph; whos: Who[] }>> {
  const taken = new Map<string, { graph: FlowGraph; whos: Who[] }>()
  for (const [departmentId, own] of Map.groupBy(whos, w => w.departmentId)) {
    const { version } = await flowFor(db, processType, { departmentId, batchId })
    const before = taken.get(version.id)?.whos ?? []
    taken.set(version.id, { graph: version.graph, whos: [...before, ...own.map(w => ({ ...w, row: {} }))] })
  }
  return [...taken.values()]
}
/** 10-W22: the simulation of 10-W19 in bulk: steps without approvers in the flows these people would take. Stores nothing, notifies nobody. */
export async function gapsOf(db: Db, subject: FlowSubject, accounts: Sql, batchId?: string): Promise<Gap[]> {
  const missing = new Map<string, string[]>()
  for (const { graph, whos } of await byFlow(db, subject.processType, await whosOf(db, accounts), batchId ?? null)) {
    for (const node of graph.nodes) {
      if (!('approvers' in node) || node.type === 'cc' || isLater(db, node.approvers)) continue
      const found = await findPeopleOfAll(db, node.approvers, whos)
      const without = whos.filter((_, i) => !found[i]?.length).map(w => w.applicantId)
      if (without.length) missing.set(node.name, [...(missing.get(node.name) ?? []), ...without])
    }
  }
  return Promise.all([...missing].map(async ([step, ids]) => ({ step, count: ids.length, sample: await named(db, sql`select unnest(${ids}::uuid[])`, SAMPLE) })))
}
