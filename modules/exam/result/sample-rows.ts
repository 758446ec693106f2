import type { SampleRows } from '#testing/samples.ts'

const SUBJECTS = ['chinese', 'math', 'english', 'culture', 'skill', 'major', 'interview'] as const
const CATEGORIES = ['regular', 'vocational', 'veteran', 'other'] as const
/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  examFormula: n => ({ subject: SUBJECTS[n % SUBJECTS.length], full: 150, weight: 100, tieOrder: n + 1 }),
  examScore: n => ({
    ksh: `26110102${String(n).padStart(6, '0')}`,
    name: `考生${n}`,
    subject: SUBJECTS[n % SUBJECTS.length],
    value: 100,
    flag: 'normal',
    firstBy: null,
    secondBy: null,
  }),
  scoreRecheck: n => ({
    ksh: `26110102${String(n).padStart(6, '0')}`,
    name: `考生${n}`,
    subject: SUBJECTS[n % SUBJECTS.length],
    grounds: 'sum',
    before: 90,
    askedAt: '2026-04-01T08:00:00Z',
    state: 'asked',
  }),
  examLine: n => ({ category: CATEGORIES[n % CATEGORIES.length], subject: SUBJECTS[n % SUBJECTS.length], min: 100 + n }),
  admissionRun: n => ({
    ...{
      name: `方案${n}`,
      method: 'score',
      step: 0,
      spillOrder: [],
      adjust: true,
      lines: [],
      plans: [],
      ranAt: `2026-04-01T08:00:${String(n % 60).padStart(2, '0')}Z`,
      state: 'trial',
    },
    ...{ people: 2, places: 2, placed: 1, adjusted: 0, tied: 0 },
  }),
  admissionRound: n => ({ no: n + 1, offered: 1, free: 0, plans: [], ranAt: '2026-04-01T08:00:00Z' }),
  admissionPlacement: n => ({ ksh: `26110102${String(n).padStart(6, '0')}`, name: `考生${n}`, planId: null, choiceNo: null, wishes: [] }),
}
export default samples
