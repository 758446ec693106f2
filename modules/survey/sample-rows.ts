import type { SampleRows } from '#testing/samples.ts'
import { question } from './model/question.ts'

/** Values satisfying the tables' constraints and the rules of the records. */
const samples: SampleRows = {
  survey: () => ({ beginTime: '2030-09-10T08:00:00+08:00', endTime: '2030-09-15T08:00:00+08:00', kind: 'survey', anonymity: 'named', deleteAfter: '2031-01-01', quota: 100 }),
  surveyVersion: n => ({ no: n, questions: [question({ key: 'a', type: 'text', title: '建议' })] }),
  surveyTemplate: n => ({ title: `模板${n}`, kind: 'survey', questions: [question({ key: 'a', type: 'text', title: '建议' })] }),
  surveyTicket: n => ({ respondentType: 'user', respondentId: `${n}` }),
  surveyAnswer: n => ({ respondentType: 'user', respondentId: `${n}`, versionNo: 1, answers: { a: '好' }, submittedAt: '2030-09-11T08:00:00+08:00' }),
}
export default samples
