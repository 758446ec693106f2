import { isDeepStrictEqual } from 'node:util'
import type { FlowGraph } from '#flow/index.ts'
import { handle } from '#server/context.ts'
import { processDef, processVersion } from '../model/process.ts'
import { publishFlow } from '../model/process-keeping.ts'
import { type ProcessDef, versionNo } from './definitions.ts'
import { subjectFor } from './flow-drafts.ts'
import { setFirstDefault } from './flow-states.ts'
import { problemsIn } from './problems.ts'

/** Published versions are immutable: running applications refer to them. */
const publish = handle(publishFlow, async ({ db, me, lang, refuse }, { id, version, note }) => {
  const def = await db.visible(processDef).lock(id)
  const no = (def.currentVersion ?? 0) + 1
  const graph = def.draft
  if (!graph || (await isSame(def, graph))) return refuse('unchanged', { no: no - 1 })
  const errors = (await problemsIn(db, lang, graph, subjectFor(def), def.code)).filter(p => p.level === 'error')
  const [first] = errors
  if (first) refuse('problems', { count: errors.length, first: first.text, node: first.node ?? null, nodes: [...new Set(errors.flatMap(e => e.node ?? []))] })
  await db.update(processDef, id, { currentVersion: no, state: 'published' }, version)
  const publishedAt = new Date().toISOString()
  await db.insert(processVersion, { defId: id, no, graph, publishedAt, publishedBy: me.userId, note: note ?? null })
  await setFirstDefault(db, def)
  return { no }

  async function isSame(of: ProcessDef, drawn: FlowGraph): Promise<boolean> {
    const last = await versionNo(db, of.id, of.currentVersion ?? 0)
    return last !== undefined && isDeepStrictEqual(last.graph, drawn)
  }
})
export default publish
