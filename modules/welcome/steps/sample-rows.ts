import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { SampleRows } from '#testing/samples.ts'

const at = (days: number): string => `${addDays(today(), days)}T08:00:00+08:00`
/** Values satisfying the tables' constraints. */
const samples: SampleRows = {
  welcomeBatch: n => ({
    ...{ processType: 'welcome', name: `迎新${n}`, beginTime: at(-10), preFrom: at(-9), preTo: at(-2), siteFrom: at(-1), siteTo: at(5), endTime: at(20) },
    ...{ year: 2024, audience: { all: true }, state: 'draft' },
  }),
  welcomeStep: n => ({
    code: `step${n}`,
    name: `环节${n}`,
    phase: 'pre',
    kind: 'self',
    dependsOn: null,
    audience: null,
    openFrom: null,
    openTo: null,
    autoSource: null,
    form: null,
  }),
  welcomePoint: n => ({ name: `办理点${n}`, stepCodes: ['gate'] }),
  welcomeStepState: n => ({ stepCode: `step${n}`, state: 'open' }),
}
export default samples
