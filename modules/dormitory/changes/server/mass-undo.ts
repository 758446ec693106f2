import sql from 'sql-template-tag'
import { notAllowed, Refusal } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, compute, handle } from '#server/context.ts'
import { storedPhrase } from '#server/i18n/wording.ts'
import { changeMany } from '../../places/server/api.ts'
import { changeStays, lockStays, type Stay, told } from '../../stays/server/api.ts'
import { dormChange } from '../model/dorm-change.ts'
import { undoMass } from '../model/mass-actions.ts'
import { massMove, massStates } from '../model/mass-move.ts'
import { clearHeads, judgeMoves, lockFor, type Move } from './move.ts'
import { settingsOf } from './settings.ts'

interface Done {
  studentId: string
  toBedId: string
  fromBedId: string
  fromStayId: string
  newStayId: string
}
/** 20-DM7: moves everybody back to their previous stay with key, furniture and price; all or none. */
const undo = handle(undoMass, async (ctx, { id }) => {
  const { db, me, refuse } = ctx
  await db.visible(massMove).one(id)
  const batch = await db.unscoped(massMove).lock(id) // found within the reader's scope just before
  if (batch.state === 'undone') refuse('undone', { name: batch.name })
  if (!massStates.allows(batch, 'undo') || !batch.executedAt) throw notAllowed(massMove, batch, 'undo')
  const hours = (await settingsOf(db)).changeUndoHours
  if (Date.now() - Date.parse(batch.executedAt) > hours * HOUR_MS) refuse('late', { hours })
  const done =
    await db.query<Done>(sql`select student_id as "studentId", to_bed_id as "toBedId", from_bed_id as "fromBedId", from_stay_id as "fromStayId", new_stay_id as "newStayId"
    from mass_move_line where tenant_id = ${me.tenantId} and mass_move_id = ${id} order by id`)
  const back = done.map((d): Move => ({ studentId: d.studentId, fromStayId: d.newStayId, fromBedId: d.toBedId, toBedId: d.fromBedId, toStayId: null }))
  const known = await lockFor(db, back)
  const issues = [...judgeMoves(back, known).values()].flat()
  if (issues.length) throw new Refusal(422, issues)
  await restore(ctx, done, [...known.stays.values()])
  const changes = await db.unscoped(dormChange).all({ massMoveId: id, state: 'executed' }) // of this move
  await changeMany(db, dormChange, changes, { state: 'cancelled', endNote: '批量调宿已撤销' })
  await db.update(massMove, id, { state: 'undone', undoneAt: new Date().toISOString(), undoneBy: me.userId })
  return { students: done.length }
})
async function restore({ db, me }: Pick<Ctx, 'db' | 'me'>, done: readonly Done[], made: readonly Stay[]): Promise<void> {
  const at = new Date().toISOString()
  await changeStays(
    db,
    made.map(s => ({
      id: s.id,
      state: 'checkedOut' as const,
      isOpen: false,
      checkOutAt: at,
      checkOutBy: me.userId || null,
      checkOutReason: 'change',
      checkOutNote: '撤销批量调宿',
      debts: [],
      debtCount: 0,
    })),
  )
  const old = await lockStays(
    db,
    done.map(d => d.fromStayId),
  )
  await changeStays(
    db,
    old.map(s => ({
      id: s.id,
      state: 'checkedIn' as const,
      isOpen: true,
      checkOutAt: null,
      checkOutBy: null,
      checkOutReason: null,
      checkOutNote: null,
      debts: null,
      debtCount: 0,
    })),
  )
  await clearHeads(db, old)
  await db.emitMany('dormitory.stayEnded', told(made, today(), { reason: 'change' }))
  await db.emitMany('dormitory.stayCheckedIn', told(old, today()))
  await db.emitMany(
    'dormitory.roomChanged',
    done.map(d => ({ studentId: d.studentId, fromBedId: d.toBedId, toBedId: d.fromBedId, cause: 'undo' })),
  )
}
export default [
  undo,
  storedPhrase(massMove, ['endNote']),
  compute(massMove, ['undoUntil'], async ({ db }, rows) => {
    const { changeUndoHours } = await settingsOf(db)
    for (const row of rows) row.undoUntil = row.state === 'executed' && row.executedAt ? new Date(Date.parse(row.executedAt) + changeUndoHours * HOUR_MS).toISOString() : null
  }),
]
