import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
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
/** Items of which another module hands lines in, by rows of its own. */
interface HandedInItems extends Registration {
  kind: 'handedInItems'
  name: string
  /** Ids of the items. */
  find(db: Db): Promise<readonly string[]>
}
const points = extensionPoint<HandedInItems>('handedInItems', { id: s => s.name })
/** Registers items of which this module hands lines in: no run issues them. */
export const handedInItems = (name: string, find: HandedInItems['find']): HandedInItems => points.make({ name, find })
/** Ids of the items that no run issues, since other modules hand their lines in (40-F18). */
export async function itemsHandedIn(db: Db): Promise<ReadonlySet<string>> {
  const { lodgingItem, damageItem, repairItem } = await settingsOf(db)
  const set = [...(await db.cached(chargeItem)).values()].filter(i => [lodgingItem, damageItem, repairItem].includes(i.code)).map(i => i.id)
  const found = await Promise.all(db.registered(points).map(source => source.find(db)))
  return new Set([...set, ...found.flat()])
}
