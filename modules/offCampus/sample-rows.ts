import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  offCampusStay: () => ({
    ...{ kind: 'withFamily', fromOn: '2026-10-01', toOn: '2026-10-31', cantonCode: '110101', contractUntil: null, earlierId: null, consentId: null, cohabitants: null },
    ...{ state: 'rejected', approvedAt: null, beginAt: null, endAt: null, lastNight: null, reportMark: null, isCheckDue: false, unreached: 0, consentState: 'none' },
  }),
  offCampusReport: () => ({ stillThere: true, allWell: true }),
  offCampusCheck: () => ({ at: '2026-10-10T02:00:00Z', findings: [], rectifyBy: null, riskDueAt: null, solvedAt: null }),
}
export default samples
