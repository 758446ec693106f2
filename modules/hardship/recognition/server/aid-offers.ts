import { aidOffersOf } from '#modules/money/server/api.ts'
import { aidRecognition } from '../model/recognition.ts'
import { openBatches } from './open-batches.ts'

/** The recognition that other aid asks for, while a batch takes applications. */
export default aidOffersOf({
  code: 'hardship',
  label: '困难认定',
  order: 10,
  async find({ db }, who) {
    const batches = await openBatches(db)
    const mine = await db.unscoped(aidRecognition).all({ studentId: who.id, batchId: batches.map(b => b.id) }) // the caller's own
    return batches.map(({ id, name, endTime }) => {
      const own = mine.find(r => r.batchId === id && r.state !== 'withdrawn')
      return { name, until: endTime, isApplied: Boolean(own), lacks: [], link: own ? `/hardship/mine?id=${own.id}` : '/hardship/apply' }
    })
  },
})
