import sql from 'sql-template-tag'
import { studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { changeStays, lockStays, tellReserved } from '../../stays/server/api.ts'
import { confirmBed, holdBed, releaseBed } from '../model/actions.ts'
import { againstBed, type ClaimBed } from '../model/rules.ts'
import { type Claimant, chooseAgain, mustChoose } from './audience.ts'
import { take } from './claim-bed.ts'
import { admitted } from './claim-limit.ts'
import { isLookedAfter, mustLackNothing } from './conditions.ts'
import { type ClaimantFacts, changesLeft, claimFault, mustBeStudent, namesOf, type Round, roundOf } from './facts.ts'
import { type ClaimLog, type Note, noted } from './log.ts'
import { similarBeds, standIn } from './similar.ts'

const SECOND = 1000
type Work<T> = (ctx: Ctx, standing: Claimant, note: Note, bed: ClaimBed | undefined) => Promise<T>
/** 20-DC8: trials write no log. */
const UNNOTED: Note = { as: () => {}, done: async () => {} }
/**
 * Admits a student, runs the action and logs its result. Student and bed are read in one round trip without a transaction: most requests in a rush are refused on
 * that. The action opens a transaction for its writes and rechecks everything in it.
 */
export async function claiming<T>(ctx: Ctx, roundId: string, deed: Omit<ClaimLog, 'roundId' | 'studentId'>, work: Work<T>): Promise<T> {
  const studentId = mustBeStudent(ctx.db)
  const round = await roundOf(ctx.db, roundId)
  const act = (note: Note) =>
    admitted(ctx.db, roundId, studentId, deed.action === 'confirm', async () => {
      const { standing, bed } = await mustChoose(ctx.db, round, deed.bedId)
      return work(ctx, standing, note, bed)
    })
  return round.trial ? act(UNNOTED) : noted(ctx, { ...deed, roundId, studentId }, act)
}
export const answerOf = (
  round: Round,
  bed: Pick<ClaimBed, 'id' | 'roomId' | 'floorId' | 'fullName' | 'roomNo' | 'bedNo'>,
  state: 'held' | 'reserved',
  holdUntil: string | null,
  used: number,
) => ({
  bedId: bed.id,
  roomId: bed.roomId,
  floorId: bed.floorId,
  bed: bed.fullName,
  roomNo: bed.roomNo,
  bedNo: bed.bedNo,
  state,
  holdUntil: holdUntil === null ? null : new Date(holdUntil).toISOString(),
  changesLeft: changesLeft(round, used),
  now: new Date().toISOString(),
})
/** 20-DC3: what is given up for another bed, and the kind of claim: a hold moves freely, a confirmed bed uses up a change. */
export function turnsInto(round: Round, who: ClaimantFacts): { freed: string[]; state: 'held' | 'reserved'; isChange: boolean } {
  if (who.team?.state === 'open' && who.team.leaderId !== who.id) throw claimFault({ rule: 'inTeam', values: { code: who.team.code, leader: who.team.leader } })
  const { own } = who
  if (!own || round.trial) return { freed: [], state: 'held', isChange: false }
  if (own.batchId !== round.id || own.state === 'checkedIn') throw claimFault({ rule: 'hasBed', values: { from: own.plannedIn, bed: own.bed } })
  if (own.state === 'held') return { freed: [own.stayId], state: 'held', isChange: false }
  if (who.changes >= round.maxChanges) throw claimFault({ rule: 'noChanges', values: { max: round.maxChanges } })
  return { freed: [own.stayId], state: 'reserved', isChange: true }
}
const holdUntilOf = (round: Round, closesAt: string): string => new Date(Math.min(Date.now() + round.holdSeconds * SECOND, Date.parse(closesAt))).toISOString()

/** Takes the first available of these beds; the student's own bed is released only on success. */
export async function claimFirst(ctx: Ctx, { round, who, turn }: Claimant, beds: readonly ClaimBed[], note: Note) {
  const { freed, state, isChange } = turnsInto(round, who)
  if (isChange) note.as({ action: 'change' })
  if (round.trial) return answerOf(round, beds[0] as ClaimBed, state, state === 'held' ? holdUntilOf(round, turn.closesAt) : null, who.changes)
  return ctx.db.tx(async db => {
    await mustLackNothing(db, round, who.id)
    const [won] = await take(db, round, { wants: beds.map(b => ({ studentId: who.id, bedId: b.id })), state, closesAt: turn.closesAt, freed })
    if (!won) throw await lost(db, round, who, beds)
    const bed = beds.find(b => b.id === won.bedId) as ClaimBed
    note.as({ bedId: bed.id })
    if (isChange) await tellChanged(db, who, won.stayId)
    await note.done(db)
    return answerOf(round, bed, state, won.holdUntil, who.changes + (isChange ? 1 : 0))
  })
}
/** Lost the race. Re-read the row to tell "taken by somebody else" from a concurrent request of the same student. */
async function lost(db: Db, round: Round, who: ClaimantFacts, beds: readonly ClaimBed[]) {
  const now = await chooseAgain(db, await roundOf(db, round.id))
  const [bed] = beds
  if (!bed) throw new Error('nothing was asked for')
  const { own } = now.who
  if (own && own.stayId !== who.own?.stayId && beds.some(b => b.id === own.bedId)) return claimFault({ rule: 'sameBed', values: { bed: own.bed } })
  if (own && own.stayId !== who.own?.stayId) return claimFault({ rule: 'hasBed', values: { from: own.plannedIn, bed: own.bed } })
  return beds.length > 1
    ? claimFault({ rule: 'allTaken', values: { count: beds.length } }, { similar: await similarBeds(db, now, bed) })
    : claimFault({ rule: 'taken', values: {} }, { similar: await similarBeds(db, now, bed) })
}
async function tellChanged(db: Db, who: ClaimantFacts, stayId: string): Promise<void> {
  const { own } = who
  if (own) await db.emit('dormitory.stayReleased', { studentId: who.id, stayId: own.stayId, bedId: own.bedId, kind: 'main', reason: 'changed', on: today() })
  await tellReserved(db, await lockStays(db, [stayId]), await studentsOf(db, [who.id]))
}
/** The existing bed is the answer. Logged in a transaction, so that an idempotent replay with the same key adds no line. */
const pressedTwice = <T>(ctx: Ctx, note: Note, answer: T): Promise<T> =>
  ctx.db.tx(async db => {
    await note.done(db)
    return answer
  })
const NO_HOLD = () => claimFault({ rule: 'noHold', values: {} })
/** What a page never offers, so that only a forged id meets it. */
export const HIDDEN: readonly string[] = ['outside', 'otherClass', 'otherCollege', 'gender']
/** 30-WD5: a bed that is not there, or not the student's to choose, is answered as one of theirs that somebody has taken. The same for a room. */
export async function asTaken(db: Db, standing: Claimant, id: string) {
  const stand = await standIn(db, standing, id)
  return claimFault({ rule: 'taken', values: {} }, { similar: stand ? await similarBeds(db, standing, stand) : [] })
}
const hold = handle(holdBed, (outer, { roundId, bedId }) =>
  claiming(outer, roundId, { action: 'hold', bedId }, async (ctx, standing, note, bed) => {
    const { round, who } = standing
    if (!bed) throw await asTaken(ctx.db, standing, bedId)
    const { own } = who
    if (own?.bedId === bedId && own.batchId === round.id && own.state !== 'checkedIn') return pressedTwice(ctx, note, answerOf(round, bed, own.state, own.holdUntil, who.changes))
    const fault = againstBed(round, who, bed, await namesOf(ctx.db))
    if (fault && HIDDEN.includes(fault.rule) && (await isLookedAfter(ctx.db, round))) throw await asTaken(ctx.db, standing, bedId)
    if (fault) throw claimFault(fault, fault.rule === 'taken' ? { similar: await similarBeds(ctx.db, standing, bed) } : null)
    return claimFirst(ctx, standing, [bed], note)
  }),
)
/** Turns a hold into a reservation before it expires, by the database's clock. */
const confirm = handle(confirmBed, (outer, { roundId, bedId }) =>
  claiming(outer, roundId, { action: 'confirm', bedId }, async (ctx, { round, who }, note, bed) => {
    if (!bed) throw NO_HOLD()
    if (round.trial) return answerOf(round, bed, 'reserved', null, who.changes)
    const { own } = who
    if (own?.bedId === bedId && own.batchId === round.id && own.state === 'reserved') return pressedTwice(ctx, note, answerOf(round, bed, 'reserved', null, who.changes))
    if (own?.bedId !== bedId || own.batchId !== round.id || own.state !== 'held') throw NO_HOLD()
    return ctx.db.tx(async db => {
      await mustLackNothing(db, round, who.id)
      const [stay] = await lockStays(db, [own.stayId])
      if (stay?.state !== 'held' || Date.parse(stay.holdUntil ?? '') <= Date.now()) throw NO_HOLD()
      await changeStays(db, [{ id: stay.id, state: 'reserved', holdUntil: null }])
      await tellReserved(db, [stay], await studentsOf(db, [who.id]))
      await note.done(db)
      return answerOf(round, bed, 'reserved', null, who.changes)
    })
  }),
)
/** Releases a hold; a confirmed bed can only be changed, not released by accident. */
const release = handle(releaseBed, async (ctx, { roundId }) => {
  const { db } = ctx
  const studentId = mustBeStudent(db)
  const round = await roundOf(db, roundId)
  if (round.trial) return
  await noted(ctx, { roundId, studentId, bedId: null, action: 'release' }, async note => {
    const [held] = await db.query<{ id: string; bedId: string }>(
      sql`select id, bed_id as "bedId" from dorm_stay where tenant_id = ${db.me.tenantId} and student_id = ${studentId} and batch_id = ${roundId} and state = 'held' for update`,
    )
    if (!held) throw NO_HOLD()
    note.as({ bedId: held.bedId })
    await changeStays(db, [{ id: held.id, state: 'cancelled', isOpen: false, cancelReason: '放弃保留' }])
    await note.done(db)
  })
})
export default [hold, confirm, release]
