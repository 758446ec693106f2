import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  subsidyItem: () => ({
    mode: 'standing',
    effect: 'payout',
    frequency: 'once',
    months: 10,
    urgent: false,
    tiers: [],
    conditions: [],
    exclusions: [],
    refundsPaid: false,
    figure: null,
  }),
  subsidyBatch: n => ({
    ...{ processType: 'subsidyBatch', name: `资助${n}`, beginTime: '2026-01-05T08:00:00+08:00', endTime: '2026-06-30T20:00:00+08:00', audience: { all: true }, state: 'draft' },
    ...{ atEnd: 'stay', stage: 'applying' },
  }),
  subsidyApplication: () => ({ xn: '2026-2027', state: 'rejected', effect: 'payout', reserved: 0, claims: 0, told: null, lineId: null, dueAt: null }),
  subsidyGrant: () => ({ xn: '2026-2027', state: 'active', amount: 100, released: 0, paid: 0, plan: [], claims: 0, suspendedFrom: null }),
}
export default samples
