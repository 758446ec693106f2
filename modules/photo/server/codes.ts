import { refusalOf } from '#model'
import { selfStudent } from '#modules/student/server/api.ts'
import { type Db, handle, rules } from '#server/context.ts'
import { confirmCode, noteCode, takeCodes } from '../model/actions.ts'
import { collectionCode } from '../model/code.ts'
import type { Kind } from '../model/photo.ts'

/** 30-PH3: the graduation photo of these students is there; they have to compare it on the national platform. */
export async function photoArrived(db: Db, photos: ReadonlyArray<{ studentId: string; kind: Kind }>): Promise<void> {
  const ids = photos.flatMap(p => (p.kind === 'graduation' ? p.studentId : []))
  if (ids.length) await db.updateWhere(collectionCode, { studentId: ids, state: ['downloaded', 'taken'] }, { state: 'arrived' })
}
const taken = (code: string | null | undefined) => refusalOf(collectionCode, 'codeTaken', { code: code ?? '' }, 'code')
/** A code in use by another student is nobody else's. */
const note = handle(noteCode, async ({ db, me }, { code }) => {
  const who = await selfStudent({ db, me }, { lock: true })
  const own = await db.unscoped(collectionCode).find({ studentId: who.id }) // the caller's own
  if (own && own.state !== 'downloaded') throw refusalOf(collectionCode, 'begun')
  if (own) {
    await db.update(collectionCode, own.id, { code: code ?? null })
    return
  }
  if (!(await db.insertOrSkip(collectionCode, { studentId: who.id, code: code ?? null }))) throw taken(code)
})
const confirm = handle(confirmCode, async ({ db, me }) => {
  const who = await selfStudent({ db, me }, { lock: true })
  const codes = db.unscoped(collectionCode) // the caller's own
  const { id } = await codes.lock((await codes.find({ studentId: who.id }))?.id ?? '', 'confirm')
  await db.update(collectionCode, id, { state: 'confirmed' })
})
const take = handle(takeCodes, async ({ db }, { ids, takenOn }) => {
  const rows = await db.visible(collectionCode).lockAll(ids, 'take')
  await db.updateWhere(collectionCode, { id: rows.map(r => r.id) }, { state: 'taken', takenOn })
})
export default [
  note,
  confirm,
  take,
  rules(collectionCode, {
    async taken(_ctx, draft, field) {
      if (field === 'code') throw taken(draft.code)
    },
  }),
]
