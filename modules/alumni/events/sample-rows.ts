import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints and the rules of the records. */
const samples: SampleRows = {
  alumniNotice: () => ({ yearFrom: 2010, yearTo: 2020, majorNames: [], regions: [], clubIds: [], publishAt: '2025-10-10T00:00:00.000Z', state: 'draft', clubId: null }),
  alumniNoticeRead: () => ({ readAt: '2025-10-10T00:00:00.000Z' }),
  alumniActivity: () => ({
    ...{
      from: '2025-10-11T01:00:00.000Z',
      to: '2025-10-11T09:00:00.000Z',
      enrolTo: '2025-10-10T01:00:00.000Z',
      capacity: 30,
      companions: 1,
      fee: null,
      refundUntil: null,
      refundPercent: null,
    },
    ...{ clubId: null, state: 'draft', taken: 0, arrivals: 0 },
  }),
  alumniEnrolment: n => ({ companions: 1, seq: n + 1, state: 'attended', due: null, payBy: null, billLineId: null, payerType: null, payerId: null, code: `CODE${n}` }),
  alumniDayPass: () => ({ people: 2, fromDay: '2025-10-11', toDay: '2025-10-11' }),
}
export default samples
