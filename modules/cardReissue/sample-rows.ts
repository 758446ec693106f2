import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  cardKind: n => ({ code: `K${n}`, chargeItemId: null, freeReasons: [], pickUpPlace: '学工处一楼', pickUpHours: '工作日 14:00-17:00' }),
  cardBatch: n => ({ batchNo: `ZK${n}`, state: 'open', startedAt: null, readyAt: null }),
  cardReissue: () => ({
    ...{ reason: 'damaged', lostOn: null, homeStation: null, schoolStation: null, photoId: null, billLineId: null, batchId: null, fee: 0, feeState: 'free', newCardNo: null },
    ...{ state: 'pending', cardState: null, lossState: null, lossError: null, lossNextAt: null, collectedAt: null, collectedById: null },
  }),
}
export default samples
