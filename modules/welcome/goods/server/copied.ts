import { addDays } from '#model/days.ts'
import { copyAttached } from '#server/files/copy-attached.ts'
import { copiedWithBatch } from '../../steps/server/api.ts'
import { welcomeGoods } from '../model/goods.ts'

/** The same goods with sizes, prices and pictures; stock and orders belong to last year. */
export default copiedWithBatch(async (db, fromId, toId, days) => {
  const all = await db.unscoped(welcomeGoods).all({ batchId: fromId }) // of a batch the caller may copy
  for (const { kind, name, specs, sizes, price, photo, supplier, cutOff, itemId, isAid } of all) {
    const { id } = await db.insert(welcomeGoods, { batchId: toId, kind, name, specs, sizes, price, supplier, cutOff: addDays(cutOff, days), itemId, isAid })
    const pictures = photo?.flatMap(fileId => fileId ?? []) ?? []
    if (pictures.length) await db.update(welcomeGoods, id, { photo: await copyAttached(db, welcomeGoods, id, 'photo', pictures) })
  }
})
