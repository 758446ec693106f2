import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  dormChange: () => ({ type: 'move', state: 'pending', peerId: null, peerStayId: null, executedAt: null }),
  massMove: () => ({ state: 'executed', students: 2, cycles: 1, name: '维修腾空', effectiveDate: '2026-10-10', executedAt: '2026-10-10T10:00:00+08:00' }),
  massMoveLine: () => ({ isOpen: true, massMoveId: null }),
  swapPost: () => ({ state: 'open', until: '2027-06-30', dormIds: [] }),
}
export default samples
