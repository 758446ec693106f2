import { type ApproverSource, subjectOf } from '#flow/index.ts'
import type { Db } from '#server/context.ts'
import { readinessCheck } from '#server/tenants/readiness.ts'
import { processBinding, processDef } from '../model/process.ts'
import { versionNo } from './definitions.ts'
import { linesOf } from './source-preview.ts'

const NAMED = 5
/** Approver sources of the flows in force, without duplicates. */
async function sourcesInUse(db: Db): Promise<ApproverSource[]> {
  const bound = new Set([...(await db.cached(processBinding)).values()].map(b => b.defId))
  const defs = [...(await db.cached(processDef)).values()].filter(d => d.state === 'published' && subjectOf(d.processType) && (d.isDefault || bound.has(d.id)))
  const versions = await Promise.all(defs.map(d => versionNo(db, d.id, d.currentVersion ?? 0)))
  const sources = versions.flatMap(v => v?.graph.nodes.flatMap(n => ('approvers' in n ? [n.approvers] : [])) ?? [])
  return [...new Map(sources.map(s => [JSON.stringify(s), s])).values()]
}
/** Colleges, classes and positions for which an application would find no approver. */
export default readinessCheck('workflow.approvers', '审批人', '/workflow/flows', async db => {
  const lines = (await Promise.all((await sourcesInUse(db)).map(source => linesOf(db, 'zh-cn', source)))).flat()
  const missing = [...new Set(lines.filter(l => l.isMissing).map(l => l.place))]
  if (!missing.length) return { share: 1 }
  const lacking = lines.filter(l => l.isMissing).length
  return {
    share: 1 - lacking / lines.length,
    text: '流程在 {count} 处找不到审批人：{places}',
    values: { count: lacking, places: missing.slice(0, NAMED) },
  }
})
