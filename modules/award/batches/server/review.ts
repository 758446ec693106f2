import { staffOfAll } from '#modules/workflow/server/api.ts'
import { type Ctx, type Db, on } from '#server/context.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { isMet } from '../../items/model/checks.ts'
import { groupFacts, readerOf, tell } from '../../items/server/api.ts'
import { awardApplication } from '../model/application-row.ts'
import { AWARD_MESSAGES } from '../model/messages.ts'
import { batchOf, type Case } from './application.ts'
import { type Batch, itemIn } from './batches.ts'
import { factsOfAll, reviewDay, whyNot } from './judging.ts'

type Acting = Pick<Ctx, 'db' | 'me'>
const OPEN = ['nominated', 'publicised'] as const
interface Failing {
  row: Case
  item: string
  reason: string
}
/** Sets cases aside until their colleges have looked at them; their seats stay with them until then (40-A2). */
async function holdAll(db: Db, batch: Batch, failing: readonly Failing[]): Promise<void> {
  await db.updateMany(
    awardApplication,
    failing.map(({ row: { id, state }, reason }) => ({
      ...{ id, state: 'review' as const, heldFrom: state === 'publicised' ? ('publicised' as const) : ('nominated' as const), reviewReason: reason.slice(0, 500) },
    })),
  )
  const staff = await staffOfAll(
    db,
    failing.map(({ row }) => ({ counselledClassId: null, departmentId: row.departmentId })),
    'college',
  )
  const link = `/award/cases?batch=${batch.id}`
  const told = failing.map(({ row, item, reason }, n) => ({
    ...{ to: staff[n] ?? [], values: { batch: batch.name, item, name: row.recipient ?? '', reason } },
    ...{ bizType: 'awardApplication', bizId: row.id, link, mobileLink: link },
  }))
  await notifyEach(db, AWARD_MESSAGES.reviewed, told)
}
/** Looks at these cases again, by the facts of today; those whose conditions fail now are set aside. Answers them. */
export async function reviewAll({ db, me }: Acting, batch: Batch, rows: readonly Case[]): Promise<ReadonlySet<string>> {
  const failing: Failing[] = []
  const reader = await readerOf(db, me, 'zh-cn', { isOwn: true, more: await groupFacts(db) }) // kept as text with the case; its readers are those who decide
  for (const [itemId, of] of Map.groupBy(rows, r => r.itemId)) {
    const item = await itemIn(db, batch, itemId)
    if (!item) continue
    const facts = await factsOfAll(db, item, of, reviewDay(batch.factsAsOf))
    for (const row of of) {
      const told = tell(item.conditions, facts.get(row.id) ?? {}, reader)
      if (!isMet(told)) failing.push({ row, item: item.name, reason: whyNot(told) })
    }
  }
  if (failing.length) await holdAll(db, batch, failing)
  return new Set(failing.map(f => f.row.id))
}
/** A punishment or a corrected result returns the student's cases for a new look. */
async function lookAgain(db: Db, studentIds: readonly string[]): Promise<void> {
  const rows = await db.unscoped(awardApplication).all({ studentId: studentIds, state: OPEN }) // of the students of the event
  for (const [batchId, of] of Map.groupBy(rows, r => r.batchId)) {
    const locked = await db.unscoped(awardApplication).lockAll(of.map(r => r.id)) // as above
    await reviewAll(
      { db, me: db.me },
      await batchOf(db, batchId),
      locked.filter(r => r.state === 'nominated' || r.state === 'publicised'),
    )
  }
}
const ids = (value: unknown): string[] => [value].flat().filter(id => typeof id === 'string')
export default [
  on('discipline.effective', 'award.punished', ({ db }, { studentId }) => lookAgain(db, ids(studentId))),
  on('cqa.resultCorrected', 'award.corrected', ({ db }, { studentIds }) => lookAgain(db, ids(studentIds))),
]
