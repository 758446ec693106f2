import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  certCatalog: () => ({ levels: [], noPattern: null }),
  majorCert: () => ({ minLevel: null }),
  certListRow: n => ({ certNo: `NO${n}`, level: null, outcome: 'unknown', certId: null }),
  studentCert: n => ({ level: null, certNo: `NO${n}`, issuedOn: '2026-03-01', expiresOn: null, verifyState: 'unverified', verifyMethod: null, state: 'pending' }),
}
export default samples
