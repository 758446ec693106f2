import { type Row, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { noticeKind, publishNotice } from '#modules/workflow/server/api.ts'
import { accountsWith } from '#server/access/holders.ts'
import { type Ctx, type Db, handle, on } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { examApplication } from '../../entry/model/application.ts'
import { examBatch } from '../../entry/model/batch.ts'
import { examPlan } from '../../entry/model/plan.ts'
import { planLabels } from '../../entry/server/api.ts'
import { RESULT_MESSAGES } from '../model/messages.ts'
import { publiciseRun, publishRun } from '../model/result-actions.ts'
import { admissionPlacement, admissionRun } from '../model/run.ts'
import { lockRun, mustBeCurrent, mustBeRechecked } from './final.ts'

const COLUMNS = ['name', 'studentNo', 'item'] as const
/** 30-ES7: name, number with its middle hidden, and plan of whom the approved run admits; never a score. The admissions office hears what is objected to (40-N3). */
export async function putOnNotice({ db }: Pick<Ctx, 'db'>, run: Row<typeof admissionRun>) {
  const batch = await db.unscoped(examBatch).one(run.batchId) // published to everybody
  const placements = await db.unscoped(admissionPlacement).all({ runId: run.id, 'planId.isNull': false } as never, { sort: ['ksh'] }) // of the run
  const accounts = new Map((await db.unscoped(examApplication).all({ id: placements.map(p => p.applicationId) })).map(a => [a.id, a.userId])) // as above
  const labels = await planLabels(db, await db.unscoped(examPlan).all({ batchId: run.batchId })) // as above
  const lines = placements.map(({ id: bizId, applicationId, name, ksh, planId }) => ({
    ...{ bizId, person: { userId: accounts.get(applicationId) ?? '', name, no: ksh } },
    values: { item: labels.get(planId ?? '') ?? '' },
  }))
  const notice = await publishNotice(
    { db },
    {
      ...{ round: { id: run.id, name: run.name }, roundOf: admissionRun, of: admissionPlacement, level: 'school' as const, columns: COLUMNS, lines },
      handlerRole: 'admissions',
      title: `${batch.name}拟录取名单`,
    },
  )
  await db.update(admissionRun, run.id, { noticeId: notice.id, noticeUntil: notice.endAt })
  return { count: lines.length, endAt: notice.endAt }
}
const publicise = handle(publiciseRun, async (ctx, { id }) => {
  const { db } = ctx
  const run = await lockRun(db, id, 'publicise')
  if (run.noticeUntil) throw refusalOf(admissionRun, 'noticed', { name: run.name, until: schoolTimeText(run.noticeUntil) })
  await mustBeRechecked(db, run)
  await mustBeCurrent(db, run)
  return putOnNotice(ctx, run)
})
/** Those who publish hear that they may, or that they may not. */
async function tellOffice(db: Db, event: 'noticeOver' | 'noticeUpheld', runId: unknown): Promise<void> {
  const run = typeof runId === 'string' ? await db.unscoped(admissionRun).find({ id: runId }) : undefined // whether it is about one
  if (run?.state !== 'approved') return
  const batch = await db.unscoped(examBatch).one(run.batchId) // published to everybody
  const link = `/exam/runs?id=${run.id}`
  await notify(db, RESULT_MESSAGES[event], {
    to: await accountsWith(db, publishRun.permission),
    values: { name: run.name, batch: batch.name },
    bizType: 'admissionRun',
    bizId: run.id,
    link,
    mobileLink: link,
  })
}
export default [
  noticeKind({ entity: admissionPlacement, realm: 'exam' }),
  publicise,
  on('publicNotice.ended', 'exam.noticeOver', ({ db }, { roundId }) => tellOffice(db, 'noticeOver', roundId)),
  on('publicNotice.objectionDecided', 'exam.objected', async ({ db }, { bizType, bizId, upheld }) => {
    if (bizType !== admissionPlacement.name || typeof bizId !== 'string' || !upheld) return
    const placement = await db.unscoped(admissionPlacement).find({ id: bizId }) // the event names it
    if (placement) await tellOffice(db, 'noticeUpheld', placement.runId)
  }),
]
