import { studentOf } from '#modules/student/server/api.ts'
import { postSigned } from '#server/base/signed-call.ts'
import { type Db, handle } from '#server/context.ts'
import { notifyWorkers, queueWorker } from '#server/jobs/queue-worker.ts'
import { claimDue, nextTry } from '#server/jobs/retries.ts'
import { retryLoss, settleLoss } from '../model/actions.ts'
import { type CardReissue, cardReissue } from '../model/card-reissue.ts'
import { kindOf } from './kinds.ts'
import { settingsOf } from './settings.ts'

const QUEUE = 'cardReissue.losses'
const AT_ONCE = 20
const WAITING = { lossState: 'waiting', lossError: null, lossTries: 0 } as const
/** 50-CR1: the number of a lost card is dead from the approval on. Modules hear of it; the card system is told by the queue, or somebody has to do it there. */
export async function beginLoss(db: Db, row: CardReissue): Promise<Partial<Pick<CardReissue, 'lossState' | 'lossError' | 'lossTries' | 'lossNextAt'>>> {
  if (row.reason !== 'lost') return {}
  const kind = await kindOf(db, row.kindId)
  await db.emit('card.invalidated', { studentId: row.studentId, cardKind: kind.code, oldNo: row.oldCardNo })
  if (!kind.tellsCardSystem) return {}
  if (!(await settingsOf(db)).cardSystem) return { lossState: 'manual' }
  await notifyWorkers(db, QUEUE)
  return { ...WAITING, lossNextAt: new Date().toISOString() }
}
async function report(db: Db, row: CardReissue): Promise<void> {
  const [{ cardSystem, cardKey }, kind, who] = [await settingsOf(db), await kindOf(db, row.kindId), await studentOf(db, row.studentId)]
  const content = { requestId: row.id, cardKind: kind.code, cardNo: row.oldCardNo, studentNo: who?.studentNo ?? null, at: row.approvedAt }
  const { status, body } = await postSigned(cardSystem, cardKey ?? '', content)
  if (status >= 300) throw new Error([status, typeof body.message === 'string' ? body.message : ''].join(' ').trim())
}
async function work(db: Db, row: CardReissue, now: number): Promise<void> {
  const stands = { id: row.id, lossState: ['waiting', 'failed'] as const }
  try {
    await report(db, row)
    await db.updateWhere(cardReissue, stands, { lossState: 'done', lossError: null, lossNextAt: null })
  } catch (fault) {
    const tries = row.lossTries ?? 0
    await db.updateWhere(cardReissue, stands, { lossState: 'failed', lossError: (fault as Error).message.slice(0, 300), lossTries: tries + 1, lossNextAt: nextTry(tries, now) })
  }
}
/** Tells the card system of lost cards; what it does not take is tried again, and stays to be seen until it is done. */
export async function runLosses(db: Db, now = Date.now()): Promise<boolean> {
  const due = await claimDue(db, cardReissue, 'lossNextAt', now, AT_ONCE)
  for (const row of due) await work(db, row, now)
  return due.length === AT_ONCE
}
export default [
  queueWorker(QUEUE, 'select from card_reissue where tenant_id = $1 and loss_next_at <= now()', db => runLosses(db)),
  handle(retryLoss, async ({ db }, { id }) => {
    const row = await db.visible(cardReissue).lock(id, 'retryLoss')
    await db.update(cardReissue, row.id, { ...WAITING, lossNextAt: new Date().toISOString() })
    await notifyWorkers(db, QUEUE)
  }),
  handle(settleLoss, async ({ db }, { id }) => {
    const row = await db.visible(cardReissue).lock(id, 'settleLoss')
    await db.update(cardReissue, row.id, { lossState: 'done', lossError: null, lossNextAt: null })
  }),
]
