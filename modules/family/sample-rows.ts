import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  homeContact: () => ({ kind: 'call', amount: 1, sourceSeq: 1, reversesId: null, contactReason: 'study', hiddenUntil: null }),
  guardianConsent: n => ({
    state: 'toCheck',
    tokenHash: null,
    bizId: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    answer: null,
    channel: null,
    witnessId: null,
    proof: [],
  }),
  homeLetter: n => ({
    ...{ processType: 'homeLetter', name: `致家长信${n}`, beginTime: '2030-09-10T08:00:00+08:00', endTime: '2030-09-25T08:00:00+08:00', audience: { all: true }, state: 'draft' },
    ...{ contactReason: 'study', allowedFields: ['student'], content: '{学生姓名}的家长，您好', sending: 'none' },
  }),
  homeLetterReceipt: () => ({ state: 'waiting', tokenHash: null, carried: null, toldAt: null, sentAt: null, readAt: null, answer: null, answeredAt: null }),
}
export default samples
