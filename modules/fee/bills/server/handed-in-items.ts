import type { Db } from '#server/context.ts'
import { chargeItem } from '../../prices/model/charge-item.ts'
import { settingsOf } from './settings.ts'

export type HandedInItem = 'lodgingItem' | 'damageItem' | 'repairItem'
/** Code of the item under which a module's lines stand, as the school has set it; undefined while finance has not set it up: the lines wait where they are made. */
export async function handedInItem(db: Db, setting: HandedInItem): Promise<string | undefined> {
  const code = (await settingsOf(db))[setting]
  const items = [...(await db.cached(chargeItem)).values()]
  return items.some(i => i.code === code && i.isEnabled) ? code : undefined
}
