import sql from 'sql-template-tag'
import { allSubjects, type FlowGraph } from '#flow/index.ts'
import { type Db, seed } from '#server/context.ts'
import { processDef, processVersion } from '../model/process.ts'
import { setFirstDefault } from './flow-states.ts'

export interface FlowDraft {
  processType: string
  code: string
  name: string
  graph: FlowGraph
  ownerIds?: string[]
  note?: string
}
/** Creates and publishes a flow, for built-in and demo flows; it becomes the default of a type that has none. Returns its id. */
export async function makeFlow(db: Db, { graph, note, ...of }: FlowDraft): Promise<string> {
  const now = new Date().toISOString()
  const def = await db.insert(processDef, { ...of, state: 'published', currentVersion: 1, draft: graph, draftedAt: now })
  await db.insert(processVersion, { defId: def.id, no: 1, graph, publishedAt: now, publishedBy: db.me.userId || null, ...(note ? { note } : {}) })
  await setFirstDefault(db, def)
  return def.id
}
/** Kinds of application that never had a flow in this school; flows the school removed are not recreated. */
async function missing(db: Db): Promise<ReturnType<typeof allSubjects>> {
  const rows = await db.query<{ type: string; code: string }>(sql`select process_type as type, code from process_def where tenant_id = ${db.me.tenantId}`)
  return allSubjects().filter(s => !rows.some(r => r.type === s.processType || r.code === s.initial.code))
}
/** Seeds a working flow for every kind of application, in new schools and after updates. */
export default seed('workflow.flows', async db => {
  for (const { processType, initial } of await missing(db)) await makeFlow(db, { processType, ...initial })
})
