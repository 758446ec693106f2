import { refusalOf } from '#model'
import { student } from '#modules/student/model/student.ts'
import { studentOf } from '#modules/student/server/api.ts'
import type { Violation } from '#modules/workflow/applications/model/application.ts'
import { seatsIn } from '#modules/workflow/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { isMet } from '../../items/model/checks.ts'
import { decideReview, nominateAward, takeBackNomination } from '../model/actions.ts'
import { awardApplication, awardStates, SEATED } from '../model/application-row.ts'
import { batchStages, type FrozenItem, type FrozenLevel, holderOf, isNominating } from '../model/batch.ts'
import { AWARD_MESSAGES } from '../model/messages.ts'
import { levelSeats } from '../model/ranking.ts'
import { batchOf, type Case } from './application.ts'
import { type Batch, itemIn } from './batches.ts'
import { caseTodos } from './case-todos.ts'
import { amountOf, type Clash, capProblem, clashesOf } from './exclusions.ts'
import { factsOf, reviewDay, staffReader, toldOf, whyNot } from './judging.ts'
import { freeSeat, takeSeatOf } from './seats.ts'

const refuse = ({ key, values }: Violation) => refusalOf(awardApplication, key as never, values)
const SEATS: readonly string[] = SEATED
/** 40-A4: what is nominated or granted already and cannot be held together. A lower one gives way where only the higher is kept. */
async function settleClashes(db: Db, name: string, item: FrozenItem, amount: number, clashes: readonly Clash[]): Promise<void> {
  for (const clash of clashes.filter(c => c.isRecord || SEATS.includes(c.state))) {
    const values = { name, other: clash.item, item: item.name, state: { text: awardStates.labels[clash.state] } }
    if (clash.rule === 'forbid') throw refuse({ key: 'excluded', values })
    if (clash.amount >= amount) throw refuse({ key: 'lower', values })
    if (clash.isRecord || clash.state === 'reported' || clash.state === 'granted') throw refuse({ key: 'excluded', values })
    const lower = await db.unscoped(awardApplication).lock(clash.id) // another case of the same student
    await db.update(awardApplication, lower.id, { state: 'approved', level: null, amount: null, noticed: 'none' })
    await freeSeat(db, lower)
  }
}
const levelOf = async (db: Db, id: string): Promise<string | null> => (await db.unscoped(student).one(id)).level // the student of the case
/** Seats of a level within those of the college, under the lock of its balance. */
async function mustHaveLevel(db: Db, row: Case, item: FrozenItem, level: FrozenLevel): Promise<void> {
  if (item.levels.length < 2) return
  const { issued = 0 } = (await seatsIn(db, row.batchId)).get(holderOf(item.code, row.departmentId ?? '')) ?? {}
  const seats = levelSeats(issued, item.levels).get(level.name) ?? 0
  const used = await db.unscoped(awardApplication).count({ batchId: row.batchId, itemId: row.itemId, departmentId: row.departmentId ?? '', level: level.name, state: SEATED }) // of the college
  if (used >= seats) throw refusalOf(awardApplication, 'levelFull', { level: level.name, seats, used })
}
/** 40-A2: facts as they are now; what changed since the application refuses the nomination and says why. */
async function mustStillMeet(ctx: Ctx, row: Case, item: FrozenItem, batch: Batch): Promise<void> {
  const told = toldOf(item, await factsOf(ctx.db, item, row, reviewDay(batch.factsAsOf)), await staffReader(ctx))
  if (!isMet(told)) throw refusalOf(awardApplication, 'factChanged', { name: row.recipient ?? '', item: item.name, why: whyNot(told) })
}
const nominate = handle(nominateAward, async (ctx, { id, level: asked }) => {
  const { db } = ctx
  const row = await db.visible(awardApplication).lock(id, 'nominate')
  const batch = await batchOf(db, row.batchId)
  if (!isNominating(batch)) throw refusalOf(awardApplication, 'over', { batch: batch.name, stage: { text: batchStages.labels[batch.stage] } })
  const name = row.recipient ?? ''
  if (!row.departmentId) throw refusalOf(awardApplication, 'noCollege', { name })
  const item = await itemIn(db, batch, row.itemId)
  const level = item?.levels.find(l => l.name === asked)
  if (!item || !level) throw refusalOf(awardApplication, 'level', { item: item?.name ?? '—', level: asked }, 'level')
  const who = await studentOf(db, row.studentId, { lock: true }) // two colleges' cases of one student wait for each other
  await mustStillMeet(ctx, row, item, batch)
  const amount = await amountOf(db, level, await levelOf(db, row.studentId), batch.factsAsOf)
  const asking = { studentId: row.studentId, xn: batch.xn ?? '', except: row.id }
  await settleClashes(db, name, item, amount ?? 0, await clashesOf(db, item, asking))
  const capped = item.subject === 'student' ? await capProblem(db, name, asking, amount ?? 0) : undefined
  if (capped) throw refuse(capped)
  await takeSeatOf(db, row, item)
  await mustHaveLevel(db, row, item, level)
  const after = await db.update(awardApplication, id, { state: 'nominated', level: level.name, amount, nominations: row.nominations + 1, offeredAt: null, noticed: 'none' })
  await caseTodos.follow(db, [after])
  const link = `/award/mine?id=${id}`
  if (who?.userId)
    await notify(db, AWARD_MESSAGES.nominated, {
      to: [who.userId],
      values: { batch: batch.name, item: item.name, name: who.name },
      bizType: 'awardApplication',
      bizId: id,
      link,
      mobileLink: link,
    })
})
const takeBack = handle(takeBackNomination, async ({ db }, { id, reason }) => {
  const row = await db.visible(awardApplication).lock(id, 'takeBack')
  await db.update(awardApplication, id, { state: 'approved', level: null, amount: null, reviewReason: reason, noticed: 'none' })
  await freeSeat(db, row)
})
/** 40-A2: kept, the case goes on where it was; dropped, its seat goes back to the college. A dropped case remembers where it was held: what it was dropped for may fall away (50-PN17). */
const decide = handle(decideReview, async ({ db }, { id, isKept, reason }) => {
  const row = await db.visible(awardApplication).lock(id, 'decideReview')
  const kept = { state: row.heldFrom ?? 'nominated', heldFrom: null, reviewReason: reason } as const
  const after = await db.update(awardApplication, id, isKept ? kept : { state: 'rejected', cancelReason: reason })
  await caseTodos.follow(db, [after])
  if (!isKept) await freeSeat(db, row)
})
export default [nominate, takeBack, decide]
