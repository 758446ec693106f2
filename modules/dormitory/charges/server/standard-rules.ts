import { refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { isSchoolYear } from '#modules/campus/model/school-year.ts'
import { type Db, rules } from '#server/context.ts'
import { itemsOf } from '#server/params/dictionaries.ts'
import { roomType } from '../../places/model/dictionaries.ts'
import { lodgingStandard } from '../model/lodging-standard.ts'

interface Draft {
  xn: string
  dormId: string | null
  roomType: string
}
async function check(db: Db, { xn, dormId, roomType: type }: Draft, exceptId: string | null): Promise<void> {
  if (!isSchoolYear(xn)) throw refusalOf(lodgingStandard, 'xn', { xn }, 'xn')
  const same = await db.unscoped(lodgingStandard).all({ xn, roomType: type }) // the price list is not scoped
  const taken = same.find(s => s.id !== exceptId && (s.dormId ?? null) === dormId)
  if (!taken) return
  const name = (await itemsOf(db, roomType.code)).get(type)?.dictionaryValue ?? type
  throw refusalOf(lodgingStandard, 'taken', { xn, roomType: name, amount: yuanText(taken.amount) }, 'roomType')
}
export default rules(lodgingStandard, {
  add: ({ db }, { xn = '', dormId = null, roomType: type = '' }) => check(db, { xn, dormId, roomType: type }, null),
  update: ({ db }, row, patch) => check(db, { ...row, ...patch }, row.id),
})
