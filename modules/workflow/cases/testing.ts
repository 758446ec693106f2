import type { CaseState } from '#flow/index.ts'
import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import { processDef, type processVersion } from '../flows/model/process.ts'
import { processInstance, processTask } from './model/instance.ts'

interface CaseDraft {
  /** The current step. */
  at: string
  applicantId: string
  state?: CaseState['state']
  assigneeId?: string
  task?: Record<string, unknown>
  more?: Record<string, unknown>
}
let serial = 0
/** Inserts an application directly, without the engine: for tests that only read. */
export async function startCase(
  db: Db,
  version: Row<typeof processVersion> | undefined,
  { at, applicantId, state = 'pending', assigneeId = applicantId, task, more }: CaseDraft,
): Promise<string> {
  if (!version) throw new Error('no version')
  const def = await db.unscoped(processDef).one(version.defId)
  const nodeName = version.graph?.nodes.find(n => n.id === at)?.name ?? at
  const bizId = `t${++serial}`
  const isOpen = state === 'pending' || state === 'suspended'
  const { id } = await db.insert(processInstance, {
    ...{ defId: def.id, defVersionId: version.id, processType: def.processType, bizType: 'sampleTrip', bizId, applicantId, title: `外出 ${bizId}`, state },
    ...{ currentNodes: isOpen ? nodeName : null, startedAt: new Date().toISOString(), endedAt: isOpen || state === 'returned' ? null : new Date().toISOString() },
    flow: {
      ...{ state, places: isOpen ? [{ node: at }] : [], passed: [], round: 1, lastNo: 1 },
      tasks: [{ no: 1, node: at, round: 1, userId: assigneeId, originalUserId: assigneeId, state: isOpen ? 'todo' : 'done', order: 1, kind: 'decide', visit: 1 }],
    },
    ...more,
  })
  await db.insert(processTask, {
    ...{ instanceId: id, no: 1, nodeId: at, nodeName, round: 1, assigneeId, mode: 'any', order: 1, state: isOpen ? 'todo' : 'done', arrivedAt: new Date().toISOString() },
    ...(isOpen ? {} : { action: 'approve', actedAt: new Date().toISOString(), actedBy: assigneeId, workMin: 30 }),
    ...task,
  })
  return id
}
