import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints and the rules of the records. */
const samples: SampleRows = {
  alumnus: n => ({ code: `X${n}`, leaveYear: 2020, canton: null, contactConsent: true, visible: 'none', personId: null, userId: null }),
  alumniClaim: n => ({ mobile: `137${String(10_000_000 + n)}`, leaveYear: 2015, idTail: null, state: 'pending', alumnusId: null, userId: null, decidedAt: null, reason: null }),
  alumniReunion: n => ({ classKey: `软件 ${n}`, year: 2020, proposerName: '林晓舟', joins: [] }),
  donationProject: () => ({ from: '2026-01-01', to: '2026-12-31', received: 0, goods: 0, used: 0, state: 'draft' }),
  donation: n => ({ no: `JZ${n}`, kind: 'money', paidBy: 'bank', state: 'received', receivedOn: '2026-02-01', alumnusId: null, billLineId: null }),
}
export default samples
