import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  leagueBranch: () => ({ level: 'branch', parentId: null, secretaryId: null, remitted: 0 }),
  leagueMember: () => ({ joinedOn: '2025-05-04', partyStage: 'none', partyFrom: null, state: 'active', leftOn: null, leftCause: null, feeClass: 'student', monthsOwed: 0 }),
  leagueFeePlan: n => ({
    ...{ processType: 'leagueFee', name: `团费${n}`, beginTime: '2026-01-05T08:00:00+08:00', endTime: '2026-06-30T20:00:00+08:00', audience: { all: true }, state: 'draft' },
    ...{ fromMonth: '2026-01-01', months: 6, standards: [], dueDate: '2026-06-15', feesState: 'none', heads: 0, total: 0 },
  }),
  leagueFee: () => ({ fromMonth: '2026-01-01', toMonth: '2026-06-01', months: 0, monthly: 20, amount: 0, paid: 0, state: 'exempt', billLineId: null, paidById: null }),
  leagueTransfer: () => ({ state: 'refused', fromMonth: null }),
  remittance: () => ({ collected: 100, dueShare: 100, due: 100, amount: null, received: null, state: 'draft', explainedById: null }),
}
export default samples
