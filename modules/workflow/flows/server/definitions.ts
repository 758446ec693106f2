import { LRUCache } from 'lru-cache'
import sql from 'sql-template-tag'
import type { FlowGraph } from '#flow/index.ts'
import { type Row, refusalOf } from '#model'
import type { Db } from '#server/context.ts'
import { processBinding, processDef } from '../model/process.ts'
import { kindName } from './application-kinds.ts'
import { lineUp, schoolOf } from './places.ts'

export type ProcessDef = Row<typeof processDef>
export interface Version {
  id: string
  defId: string
  no: number
  graph: FlowGraph
}
/** Cache: published versions are immutable. Keyed by school and id, and by school, flow and version number. */
const kept = new LRUCache<string, Version>({ max: 2000 })
function keep(tenantId: string, version: Version): Version {
  kept.set(`${tenantId}:${version.id}`, version)
  kept.set(`${tenantId}:${version.defId}:${version.no}`, version)
  return version
}
const read = async (db: Db, where: ReturnType<typeof sql>): Promise<Version | undefined> => {
  const [row] = await db.query<Version>(sql`select id, def_id as "defId", no, graph from process_version where tenant_id = ${db.me.tenantId} and ${where}`)
  return row && keep(db.me.tenantId, row)
}
/** A published version by its id. */
export async function versionOf(db: Db, versionId: string): Promise<Version> {
  const found = kept.get(`${db.me.tenantId}:${versionId}`) ?? (await read(db, sql`id = ${versionId}`))
  if (!found) throw new Error(`no process version ${versionId}`)
  return found
}
/** The graph of a published version, cached. */
export const graphOf = async (db: Db, versionId: string): Promise<FlowGraph> => (await versionOf(db, versionId)).graph
/** A version of a flow by its number. */
export const versionNo = async (db: Db, defId: string, no: number): Promise<Version | undefined> =>
  kept.get(`${db.me.tenantId}:${defId}:${no}`) ?? (await read(db, sql`def_id = ${defId} and no = ${no}`))

/** Data of an application that selects its flow. */
export interface Origin {
  departmentId: string | null
  batchId?: string | null
}
/**
 * 10-W3: selects the flow: the batch's, else that of the department or its nearest ancestor, else the default of the type. Disabled flows are skipped; refused if no
 * published flow is left.
 */
export async function flowFor(db: Db, processType: string, of: Origin): Promise<{ def: ProcessDef; version: { id: string; no: number; graph: FlowGraph } }> {
  const defs = await db.cached(processDef)
  const def = (await boundTo(db, processType, of)).map(id => defs.get(id)).find(isOpen) ?? [...defs.values()].find(d => d.processType === processType && d.isDefault && isOpen(d))
  const version = def && (await versionNo(db, def.id, def.currentVersion ?? 0))
  if (!def || !version) throw refusalOf(processDef, 'none', { type: kindName(processType) })
  return { def, version }
}
const isOpen = (def: ProcessDef | undefined): boolean => def?.state === 'published'
/** Flows bound to the application's batch or departments, nearest first. */
async function boundTo(db: Db, processType: string, { departmentId, batchId }: Origin): Promise<string[]> {
  const bindings = [...(await db.cached(processBinding)).values()].filter(b => b.processType === processType)
  if (!bindings.length) return []
  const line = lineUp(await schoolOf(db), departmentId)
  const rank = (b: (typeof bindings)[number]): number => (b.batchId === null ? 1000 : 0) + (b.departmentId === null ? line.length : line.indexOf(b.departmentId))
  return bindings
    .filter(b => (b.batchId === null || b.batchId === batchId) && (b.departmentId === null || line.includes(b.departmentId)))
    .sort((a, b) => rank(a) - rank(b) || b.priority - a.priority)
    .map(b => b.defId)
}
