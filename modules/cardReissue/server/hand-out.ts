import { mustAllow, refusalOf } from '#model'
import { isUuid } from '#model/checks.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { photosOf, studentByNo, studentOf } from '#modules/student/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { type Db, handle } from '#server/context.ts'
import { findCards, handOut } from '../model/actions.ts'
import { type CardReissue, cardReissue } from '../model/card-reissue.ts'
import { CODE } from './application.ts'
import { handsInOld, kindOf, kindsOf } from './kinds.ts'
import { cardTodos } from './notify.ts'

/** Cards that are shown besides those that are ready: whoever comes again sees that it has been handed out. */
const LATELY = 3
/** Whose cards are looked for: by the code on the phone, the student number, or the number of a card. */
async function studentIdOf(db: Db, code: string): Promise<string | undefined> {
  const cards = db.visibleFor(cardReissue, findCards.permission)
  const id = code.startsWith(CODE) ? code.slice(CODE.length) : ''
  if (isUuid(id)) return (await cards.find({ id }))?.studentId
  return (await studentByNo(db, code))?.id ?? (await cards.find({ newCardNo: code }))?.studentId
}
const find = handle(findCards, async ({ db }, { code }) => {
  const given = code.trim()
  const studentId = await studentIdOf(db, given)
  const seen = studentId ? await db.visibleFor(cardReissue, findCards.permission).all({ studentId, cardState: ['ready', 'collected'] }, { sort: ['-collectedAt'] }) : []
  const who = studentId ? await studentOf(db, studentId) : undefined
  const cards = [...seen.filter(c => c.cardState === 'ready'), ...seen.filter(c => c.cardState === 'collected').slice(0, LATELY)]
  if (!who || !cards.length) throw refusalOf(cardReissue, 'unknown', { code: given }, 'code')
  const by = await accountNamer(
    db,
    cards.map(c => c.collectedById),
  )
  const kinds = await kindsOf(db)
  const { name, studentNo, className } = who
  return {
    ...{ name, studentNo, className, photo: (await photosOf(db, [who.id])).get(who.id) ?? null },
    cards: cards.map(({ id, kindId, reason, newCardNo, cardState, collectedAt, collectedById }) => ({
      ...{ id, newCardNo, cardState: cardState ?? 'ready', collectedAt },
      ...{ kind: kinds.get(kindId)?.name ?? '', handsInOld: handsInOld(kinds.get(kindId), reason), collectedBy: collectedById ? by(collectedById) : null },
    })),
  }
})
/** The second desk is told who has handed it out, and when. */
async function mustBeReady(db: Db, row: CardReissue): Promise<void> {
  if (row.cardState !== 'collected') return mustAllow(cardReissue, row, 'handOut')
  const [by, who] = [await accountNamer(db, [row.collectedById]), await studentOf(db, row.studentId)]
  throw refusalOf(cardReissue, 'collected', { by: by(row.collectedById), at: schoolTimeText(row.collectedAt ?? 0), name: who?.name ?? '' })
}
const give = handle(handOut, async ({ db, me }, { id, oldCard }) => {
  const row = await db.visible(cardReissue).lock(id)
  await mustBeReady(db, row)
  const kind = await kindOf(db, row.kindId)
  if (handsInOld(kind, row.reason) && !oldCard) throw refusalOf(cardReissue, 'oldCard', { kind: kind.name }, 'oldCard')
  const after = await db.update(cardReissue, id, { cardState: 'collected', collectedAt: new Date().toISOString(), collectedById: me.userId })
  await cardTodos.follow(db, [after])
  await db.emit('card.issued', { studentId: row.studentId, cardKind: kind.code, oldNo: row.oldCardNo, newNo: row.newCardNo })
})
export default [find, give]
