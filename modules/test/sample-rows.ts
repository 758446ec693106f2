import type { SampleRows } from '#testing/samples.ts'

const content = {
  type: 'judge',
  stem: '电动车可以在宿舍充电',
  options: ['对', '错'],
  rights: [],
  picks: [1],
  accepted: [],
  tolerance: null,
  model: null,
  explanation: null,
  topics: [],
  difficulty: 3,
}
/** Values satisfying the tables' constraints and the rules of the records. */
const samples: SampleRows = {
  testQuestion: n => ({
    type: 'judge',
    stem: `第 ${n} 条规定`,
    options: null,
    media: [],
    groupId: null,
    answer: '对',
    difficulty: 3,
    stemHash: `${n}`,
    tolerance: null,
    state: 'draft',
    versionNo: 0,
  }),
  testQuestionVersion: n => ({ no: n, content }),
  testPaper: () => ({ mode: 'perCandidate', sections: [], state: 'draft', total: 0 }),
  testSchedule: () => ({
    beginTime: '2030-09-10T08:00:00+08:00',
    endTime: '2030-09-15T08:00:00+08:00',
    kind: 'safety',
    minutes: 60,
    attempts: 5,
    passScore: 90,
    growthCategory: null,
    growthHours: null,
  }),
  testCandidate: () => ({ used: 0, extraAttempts: 0, isPassed: false }),
  testAttempt: n => ({
    no: n,
    seed: n,
    form: { items: [] },
    startedAt: '2030-09-11T08:00:00+08:00',
    deadlineAt: '2030-09-11T09:00:00+08:00',
    holder: 'device-of-sample',
    state: 'running',
  }),
  testAnswer: n => ({ no: 1, seq: n, savedAt: '2030-09-11T08:10:00+08:00', answer: 'a' }),
  testMark: n => ({ turn: (n % 3) + 1, score: 5 }),
  testFlag: () => ({ kind: 'leave', at: '2030-09-11T08:10:00+08:00' }),
  testExtension: n => ({ no: n, minutes: 5, people: 2, at: '2030-09-11T08:20:00+08:00' }),
  testAdjustment: () => ({ extraPercent: 25 }),
}
export default samples
