import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { hasPeriod } from '../model/levels.ts'
import { CASE_MESSAGES } from '../model/messages.ts'
import { periodFrom } from '../model/terms.ts'
import { daysAfter, workdaysAfter } from './clock.ts'
import { aboutPunishment, changePunishment, punishmentTodos } from './notify.ts'
import { caseOf, type Punishment, partyOf, termsOf } from './rows.ts'

/** Hears that a decision was served, or will count as served on a later day. */
interface DecisionServed extends Registration {
  kind: 'decisionServed'
  name: string
  run(db: Db, row: Punishment): Promise<void>
}
export const decisionServed = extensionPoint<DecisionServed>('decisionServed', { id: d => d.name })
/** The clock of the defence starts the next day. */
export async function serveNotice(db: Db, row: Punishment, on: string): Promise<void> {
  const terms = await termsOf(db, await caseOf(db, row))
  const due = await workdaysAfter(db, on, terms.defenceDays)
  const after = await changePunishment(db, row.id, { state: 'noticed', noticeServedOn: on, defenceDueOn: due, dueOn: due, told: null })
  await punishmentTodos.open(db, 'defend', [{ row: after, who: await partyOf(db, after) }])
}
/** The period and the clock of the appeal count from the day on which the decision reached the student. */
export async function serveDecision(db: Db, row: Punishment, on: string): Promise<void> {
  const terms = await termsOf(db, await caseOf(db, row))
  const due = await daysAfter(db, on, terms.appealDays, terms.movesOn)
  const isTimed = hasPeriod({ measure: row.measure, level: row.decidedLevel })
  const period = isTimed && row.periodMonths ? periodFrom(on, row.periodMonths) : {}
  const after = await changePunishment(db, row.id, { state: 'served', servedOn: on, appealDueOn: due, dueOn: due, told: null, ...period })
  await notifyAbout(db, CASE_MESSAGES.decided, aboutPunishment, [{ row: after, who: await partyOf(db, after) }])
  for (const { run } of db.registered(decisionServed)) await run(db, after)
}
