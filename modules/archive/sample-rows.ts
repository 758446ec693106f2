import type { Db } from '#server/context.ts'
import { type SampleRows, sampleRow } from '#testing/samples.ts'
import { archiveFile } from './model/archive-file.ts'

async function place(db: Db): Promise<{ fileId: string; studentId: unknown }> {
  const { id, studentId } = await sampleRow(db, archiveFile)
  return { fileId: id, studentId }
}
/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  archiveLocation: n => ({ code: `R${n}`, kind: 'room', parentId: null }),
  archiveRequirement: n => ({ educationLevel: String(n), kind: 'other' }),
  archiveFile: n => ({ archiveNo: `DA${n}`, state: 'notReceived', sealedBy: null, checkedBy: null, unsealBy: null, dispatchId: null, packedBy: null }),
  archiveMaterial: async (_n, db) => ({ ...(await place(db)), source: 'manual', docDate: '2026-01-05', filedOn: null, scans: [] }),
  archiveMove: async (_n, db) => ({ ...(await place(db)), dispatchId: null }),
  graduateDestination: n => ({
    gradYear: 2026,
    kind: '80',
    unitName: '省工业大学',
    unitCreditCode: null,
    cantonCode: null,
    archiveRecipient: `省工业大学档案馆${n}`,
    state: 'approved',
    isCurrent: false,
    asOf: '2026-06-01',
    verifiedBy: null,
    files: [],
  }),
  archiveDispatch: n => ({ letterNo: `2026-${n}`, trackingNo: `TN${n}`, state: 'packing', receiptFiles: [] }),
  archiveBorrow: async (_n, db) => ({ ...(await place(db)), state: 'pending', dueOn: '2999-01-01', letter: [] }),
  archiveStock: () => ({ state: 'confirmed' }),
  archiveStockScan: n => ({ code: `SC${n}`, fileId: null, result: 'unknown' }),
}
export default samples
