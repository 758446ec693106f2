import sql from 'sql-template-tag'
import type { Ctx, Db } from '#server/context.ts'
import { processInstance } from '../model/instance.ts'
import { readingOf } from './access.ts'
import type { Instance } from './cases.ts'
import { nextStepOf, stepsText } from './labels.ts'

/** What other modules may call. */
export { type ApplicationHooks, type ApplicationOf, type Applied, application } from './application.ts'
export { endBatch } from './batch-end.ts'
export { type NoticeLineOf, noticeKind } from './notices/kinds.ts'
export { clearedOf, mustBeCleared } from './notices/lines.ts'
export { type NoticeOf, publishNotice } from './notices/publish.ts'
export { findPeople } from './people.ts'
export { previewPath } from './preview-path.ts'
export { relationSource, type Who } from './relations.ts'
export { accountsOf as roundAccounts, isInAudience, mustTakePart, thoseInAudience } from './rounds/audience.ts'
export { publishRound } from './rounds/publish.ts'
export { roundQualify } from './rounds/qualify.ts'
export { holdSeat, issueSeats, issueSeatsTo, releaseSeat, returnSeat, returnSeatsOf, type SeatOf, seatsOf, takeSeat, useSeat } from './rounds/quota.ts'
export { round } from './rounds/round.ts'
export { roundQuota } from './rounds/seats.ts'
export { type Counselled, officersOf, type StaffRole, staffOf, staffOfAll } from './staff-of.ts'

import type { Business } from './submit.ts'

export { type Business, cancel, resubmit, type SubmitOptions, submit, withdraw } from './submit.ts'

export interface Standing {
  instanceId: string
  state: Instance['state']
  currentNodes: string | null
  waitsFor: string | null
  waitsSince: string | null
  nextStep: string | null
}
type Stored = Omit<Standing, 'nextStep'> & { bizId: string }
/** State of the newest application of each row; rows never submitted are absent. The caller has scoped the rows. */
export async function casesOf(db: Db, bizType: string, bizIds: readonly string[], lang: Ctx['lang'] = 'zh-cn'): Promise<Map<string, Standing>> {
  if (!bizIds.length) return new Map()
  const rows =
    await db.query<Stored>(sql`select distinct on (i.biz_id) i.biz_id as "bizId", i.id as "instanceId", i.state, i.current_nodes as "currentNodes", i.waits_for as "waitsFor",
      (select min(t.arrived_at) from process_task t where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.state = 'todo') as "waitsSince"
    from process_instance i where i.tenant_id = ${db.me.tenantId} and i.biz_type = ${bizType} and i.biz_id = any(${[...bizIds]}::text[]) order by i.biz_id, i.started_at desc`)
  return new Map(rows.map(({ bizId, ...row }) => [bizId, { ...row, currentNodes: row.currentNodes && stepsText(lang, row.currentNodes), nextStep: nextStepOf(lang, row) }]))
}

/** Whether this user may read the application of a row (10-W16): for a module's own view of the row beside the case. */
export async function mayReadRow(ctx: Pick<Ctx, 'db' | 'me'>, { bizType, bizId }: Business): Promise<boolean> {
  const instances = await ctx.db.unscoped(processInstance).all({ bizType, bizId }, { sort: ['-startedAt'] }) // access is checked next
  for (const instance of instances) if (await readingOf(ctx, instance)) return true
  return false
}
