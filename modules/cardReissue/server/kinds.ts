import { refusalOf } from '#model'
import { handedInItems } from '#modules/fee/server/api.ts'
import { type Db, rules } from '#server/context.ts'
import { type CardKind, cardKind } from '../model/card-kind.ts'
import { cardReissue } from '../model/card-reissue.ts'

export const kindsOf = (db: Db): Promise<ReadonlyMap<string, CardKind>> => db.cached(cardKind)
export const kindOf = async (db: Db, id: string): Promise<CardKind> => (await kindsOf(db)).get(id) ?? db.unscoped(cardKind).one(id) // published kinds
/** Whether the old card is handed in for the new one. */
export const handsInOld = (kind: Pick<CardKind, 'needsOldCard'> | undefined, reason: string): boolean => Boolean(kind?.needsOldCard) && reason !== 'lost'
export default [
  rules(cardKind, {
    async remove({ db }, { id, name }) {
      const count = await db.unscoped(cardReissue).count({ kindId: id }) // of all students
      if (count) throw refusalOf(cardKind, 'used', { name, count })
    },
  }),
  /** Their items are charged by applications, never by a run. */
  handedInItems('cardReissue', async db => [...(await kindsOf(db)).values()].flatMap(k => k.chargeItemId ?? [])),
]
