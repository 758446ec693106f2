import { flowSubject, stepByStep, usualSteps } from '#flow/index.ts'
import { goingOut } from './going-out.ts'

/** For schools that approve trips (20-G1): the counsellor decides. */
export const outingSubject = flowSubject({
  processType: 'goingOut',
  label: '外出',
  entity: goingOut,
  form: ['purpose', 'cantonCode', 'place', 'outPlanned', 'backPlanned', 'companions', 'transport', 'contactPhone'],
  facts: [{ name: 'hours', label: '外出时长', type: 'number', unit: '小时', from: 'module' }],
  initial: {
    code: 'goingOut',
    name: '外出',
    graph: stepByStep(usualSteps().fdy({ samePolicy: 'ask' })),
  },
})
