import { fill } from '#model'
import { handle, type Lang } from '#server/context.ts'
import { fromBpmn, type Said, toBpmn } from '#server/flow/bpmn.ts'
import { translate } from '#server/i18n/translate.ts'
import { processDef } from '../model/process.ts'
import { exportBpmn, importBpmn } from '../model/process-design.ts'
import { readGraph } from '../model/read-graph.ts'
import { Wrong } from '../model/strict.ts'
import { versionNo } from './definitions.ts'
import { drawingOf } from './flow-drafts.ts'

const said = (lang: Lang, { text, values }: Said): string => fill(translate(lang, text), values)

const write = handle(exportBpmn, async ({ db, refuse }, { id, no }) => {
  const def = await db.visible(processDef).one(id)
  const graph = no ? (await versionNo(db, id, no))?.graph : await drawingOf(db, def)
  if (!graph) return refuse('noVersion', { name: def.name, no })
  const xml = await toBpmn(graph, { code: def.code, name: def.name })
  const file = Buffer.from(`${def.name}${no ? `-${no}` : ''}.bpmn`).toString('base64')
  return { blob: Buffer.from(xml), type: 'application/xml; charset=utf-8', headers: { 'content-disposition': `attachment;filename=${file}` } }
})
/** Extension data in our own BPMN files is untrusted, too: it is parsed as strictly as a draft. */
const read = handle(importBpmn, async ({ lang, refuse }, { xml }) => {
  const found = await fromBpmn(xml)
  if (!found.ok) return refuse('notBpmn', { why: said(lang, found.why) }, 'xml')
  try {
    return { graph: readGraph(found.graph), warnings: found.warnings.map(w => said(lang, w).slice(0, 500)) }
  } catch (error) {
    if (error instanceof Wrong) return refuse('notBpmn', { why: error.at }, 'xml')
    throw error
  }
})
export default [write, read]
