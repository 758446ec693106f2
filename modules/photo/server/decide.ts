import { mustAllow, refusalOf } from '#model'
import { studentsOf } from '#modules/student/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { acceptPhotos, refusePhotos } from '../model/actions.ts'
import { KINDS, studentPhoto } from '../model/photo.ts'
import { photoArrived } from './codes.ts'
import { retire } from './store-photo.ts'
import { decided, type Photo } from './todos.ts'

/** Photos in the decider's scope, locked in one order for all. */
async function lockedPhotos(db: Db, ids: readonly string[], verb: 'accept' | 'refuse'): Promise<Photo[]> {
  const rows = await db.visible(studentPhoto).lockAll(ids)
  for (const row of rows) mustAllow(studentPhoto, row, verb, KINDS[row.kind])
  return rows
}
/** Writes what was decided and tells of it. */
async function settle({ db, me }: Ctx, rows: readonly Photo[], patch: Partial<Photo>): Promise<Photo[]> {
  const whole = { ...patch, decidedById: me.userId, decidedAt: new Date().toISOString() }
  await db.updateWhere(studentPhoto, { id: rows.map(r => r.id) }, whole)
  const after = rows.map(row => ({ ...row, ...whole }))
  await decided(db, after)
  return after
}
const accept = handle(acceptPhotos, async (ctx, { ids }) => {
  const { db } = ctx
  const rows = await lockedPhotos(db, ids, 'accept')
  for (const [kind, of] of Map.groupBy(rows, r => r.kind)) {
    const studentIds = of.map(r => r.studentId)
    const locked = await db.unscoped(studentPhoto).find({ studentId: studentIds, kind, state: 'locked' }) // of students in scope
    if (locked) throw await lockedRefusal(db, locked)
    await retire(db, studentIds, kind)
  }
  await photoArrived(db, await settle(ctx, rows, { state: 'accepted', isCurrent: true, isUnchecked: false }))
})
const refuse = handle(refusePhotos, async (ctx, { ids, reason }) => {
  await settle(ctx, await lockedPhotos(ctx.db, ids, 'refuse'), { state: 'refused', isCurrent: false, refuseReason: reason })
})
/** 30-PH4 */
export const lockedRefusal = async (db: Db, { studentId, kind }: Pick<Photo, 'studentId' | 'kind'>) =>
  refusalOf(studentPhoto, 'locked', { name: (await studentsOf(db, [studentId])).get(studentId)?.name ?? '', kind: { text: KINDS[kind] } })
export default [accept, refuse]
