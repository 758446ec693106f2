import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  certCatalog: () => ({ levels: [], noPattern: null }),
  majorCert: () => ({ minLevel: null }),
  certReward: n => ({ level: `${n}`, amount: 50_000, windowFrom: '2026-01-01', windowTo: '2026-12-31' }),
  certListRow: n => ({ certNo: `NO${n}`, level: null, outcome: 'unknown', certId: null }),
  studentCert: n => ({
    level: null,
    certNo: `NO${n}`,
    issuedOn: '2026-03-01',
    expiresOn: null,
    verifyState: 'unverified',
    verifyMethod: null,
    state: 'pending',
    rewardId: null,
    rewardAmount: null,
    rewardState: null,
  }),
}
export default samples
