import type { SampleRows } from '#testing/samples.ts'

/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  attentionRule: n => ({ signal: `sample${n}`, windowDays: 14, weight: 2 }),
  attentionSignal: n => ({ occurredAt: '2024-03-01T08:00:00+08:00', value: 1, weight: 2, sourceId: `sample${n}` }),
  helpRequest: () => ({ isAnonymous: false, about: 'self', text: '想找人聊聊', answer: null, state: 'waiting' }),
}
export default samples
