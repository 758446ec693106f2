import { addDays } from '#modules/campus/model/days.ts'
import { citizenNo } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import type { SampleRows } from '#testing/samples.ts'

const at = (days: number): string => `${addDays(today(), days)}T08:00:00+08:00`
const idNoOf = (n: number): string => citizenNo(`110101200701${String(10 + (n % 18))}${String(100 + ((n * 7) % 900)).padStart(3, '0')}`)
/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  examBatch: n => ({
    ...{ processType: 'exam', name: `考试${n}`, beginTime: at(-10), endTime: at(10), reviewTo: at(12), payTo: at(14), audience: { all: true }, state: 'draft' },
    ...{ year: 2026, maxChoices: 2, fee: 0 },
  }),
  examPlan: n => ({ code: `P${n}`, quotas: [{ category: 'regular', places: 30 }], subjects: ['chinese', 'skill'] }),
  examCandidate: n => ({
    ksh: `26110101${String(n).padStart(6, '0')}`,
    idNo: idNoOf(n),
    name: `考生${n}`,
    genderCode: Number(idNoOf(n)[16]) % 2 ? '1' : '2',
    birthDate: '2007-01-10',
    canton: '110101',
  }),
  examApplicant: n => ({ ksh: `26110102${String(n).padStart(6, '0')}`, idNo: idNoOf(n + 400), name: `考生${n}`, genderCode: '1', birthDate: '2007-01-10', canton: '110101' }),
  examApplication: n => ({ ksh: `26110102${String(n).padStart(6, '0')}`, name: `考生${n}`, choices: [], doubts: [], exempt: 'none', exemptState: null, state: 'draft' }),
  examChoice: n => ({ seq: n + 1, choices: [], obeyAdjust: false }),
}
export default samples
