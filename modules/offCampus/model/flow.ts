import { type FlowNode, flowSubject, stepByStep, usualSteps } from '#flow/index.ts'
import { asked, KINDS, offCampusStay } from './off-campus-stay.ts'

const { fdy, college, officer } = usualSteps({ phrases: ['家长知情同意，同意', '请补充证明', '请先让家长答复'] })
/** Whoever runs the building of the student's bed reads it. */
const dormitory: FlowNode = { id: 'dormitory', type: 'cc', name: '宿舍', approvers: { by: 'relation', relation: 'dormManager' } }
export const staySubject = flowSubject({
  processType: 'offCampusStay',
  label: '校外住宿',
  entity: offCampusStay,
  form: Object.keys(asked) as Array<keyof typeof asked>,
  inCard: Object.keys(asked) as Array<keyof typeof asked>,
  facts: [
    { name: 'nights', label: '晚数', type: 'number', unit: '晚', from: 'module' },
    { name: 'kind', label: '类别', type: 'choice', choices: KINDS, from: 'module' },
  ],
  initial: { code: 'offCampusStay', name: '校外住宿', graph: stepByStep(fdy(), college(), officer(), dormitory) },
})
