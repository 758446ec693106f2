import { allSubjects, type FlowSubject, factsOf } from '#flow/index.ts'
import { department, stuClass } from '#modules/campus/model/organisation.ts'
import type { Db } from '#server/context.ts'
import { processBinding, processDef } from '../flows/model/process.ts'
import { makeFlow, problemsIn } from '../flows/server/api.ts'
import { type Variant, variants } from './demo/variants.ts'

/** Several flows for each kind of application counsellors decide, some bound to one college; modules bring the applications. */
export default async function demo(db: Db): Promise<void> {
  const all = [...(await db.cached(stuClass)).values()].filter(c => c.state === 'active')
  const colleges = [...(await db.cached(department)).values()].filter(d => all.some(c => c.departmentId === d.id)).sort((a, b) => a.code.localeCompare(b.code))
  const oldest = Math.min(...all.map(c => c.grade))
  for (const subject of allSubjects().filter(asksCounsellor)) {
    const known = new Set(factsOf(subject).map(f => f.name))
    const days = ['countedDays', 'days'].find(name => known.has(name))
    for (const variant of variants(days, oldest))
      if (variant.facts.every(f => known.has(f)) && (await fits(db, subject, variant)))
        await make(db, subject, variant, variant.college === undefined ? undefined : colleges[variant.college]?.id)
  }
}
/** The demo's flows are variants of one that begins with the student's counsellor. */
const asksCounsellor = ({ initial }: FlowSubject): boolean => initial.graph.nodes.some(n => 'approvers' in n && n.approvers.by === 'relation' && n.approvers.relation === 'fdy')
/** Whether the flow can be published for this kind of application: it may require a step. */
const fits = async (db: Db, subject: FlowSubject, { graph }: Variant): Promise<boolean> => (await problemsIn(db, 'zh-cn', graph, subject)).every(p => p.level !== 'error')
async function make(db: Db, subject: FlowSubject, { code, name, graph, state }: Variant, departmentId: string | undefined): Promise<void> {
  const of = { processType: subject.processType, code: `${subject.processType}-${code}`, name: `${subject.label}：${name}` }
  if (state === 'draft') {
    await db.insert(processDef, { ...of, draft: graph, draftedAt: new Date().toISOString() })
    return
  }
  const defId = await makeFlow(db, { ...of, graph })
  if (state) await db.update(processDef, defId, { state })
  if (departmentId && !state) await db.insert(processBinding, { processType: subject.processType, departmentId, defId })
}
