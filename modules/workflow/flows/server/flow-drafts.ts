import { type FlowGraph, type FlowSubject, subjectOf } from '#flow/index.ts'
import { refusalOf } from '#model'
import { type Db, handle } from '#server/context.ts'
import { processDef } from '../model/process.ts'
import { saveDraft } from '../model/process-design.ts'
import { copyFlow } from '../model/process-keeping.ts'
import { MOST_KEPT_STEPS, readGraph } from '../model/read-graph.ts'
import { Wrong } from '../model/strict.ts'
import { type ProcessDef, versionNo } from './definitions.ts'
import { problemsIn } from './problems.ts'

/** Parses a graph from the request; refuses an invalid one, naming the place. */
export function graphGiven(action: Parameters<typeof refusalOf>[0], given: unknown): FlowGraph {
  try {
    return readGraph(given)
  } catch (error) {
    if (error instanceof Wrong) throw refusalOf(action, 'form', { at: error.at }, 'graph')
    throw error
  }
}
/** The kind of application of a flow; missing only where the module was removed from the program. */
export function subjectFor(def: Pick<ProcessDef, 'processType'>): FlowSubject {
  const subject = subjectOf(def.processType)
  if (!subject) throw refusalOf(processDef, 'type', { processType: def.processType })
  return subject
}
/** The graph the designer opens: the draft, else the last published version, else the built-in initial flow. */
export async function drawingOf(db: Db, def: ProcessDef): Promise<FlowGraph> {
  const published = def.draft ? undefined : await versionNo(db, def.id, def.currentVersion ?? 0)
  return def.draft ?? published?.graph ?? subjectFor(def).initial.graph
}
const save = handle(saveDraft, async ({ db, lang, refuse }, { id, version, graph }) => {
  const def = await db.visible(processDef).one(id)
  const count = Array.isArray(graph?.nodes) ? graph.nodes.length : 0
  if (count > MOST_KEPT_STEPS) refuse('tooBig', { count, most: MOST_KEPT_STEPS }, 'graph')
  const draft = graphGiven(saveDraft, graph)
  const draftedAt = new Date().toISOString()
  const after = await db.update(processDef, id, { draft, draftedAt }, version)
  return { version: after.version, draftedAt, problems: await problemsIn(db, lang, draft, subjectFor(def), def.code) }
})
const copy = handle(copyFlow, async ({ db }, { id, code, name }) => {
  const from = await db.visible(processDef).one(id)
  const { processType, ownerIds } = from
  const made = await db.insert(processDef, { code, name, processType, ownerIds, draft: await drawingOf(db, from), draftedAt: new Date().toISOString() })
  return { id: made.id }
})
export default [save, copy]
