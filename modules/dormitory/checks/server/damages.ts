import { fileReader } from '#server/files/readers.ts'
import { concernsDamage, damageSources } from '../../charges/server/api.ts'
import { checkRecord } from '../model/record.ts'

/** A check that found a damage gives its room and photos. */
const source = damageSources.make({
  async find(db, recordId) {
    const { roomId, photos } = await db.visibleFor(checkRecord, 'dormitory:checkRecord:list').one(recordId)
    return { roomId, photos: photos ?? [] }
  },
})
/** Everybody with a share of the damage may see the photos. */
const readers = fileReader(checkRecord, (db, id, field) => (field === 'photos' ? concernsDamage(db, { sourceId: id }) : Promise.resolve(false)))
export default [source, readers]
