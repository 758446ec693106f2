import { type FlowGraph, flowSubject } from '#model/flow/index.ts'
import { absenceStep } from '#modules/leave/model/step.ts'
import { civilisedRoom } from './civilised.ts'

const step = absenceStep(['同意', '同意，成绩属实', '请核对成绩'])
/** Counsellor, college, office; then the public notice. */
const graph: FlowGraph = {
  nodes: [
    { id: 'start', type: 'start', name: '提交' },
    step('fdy', '辅导员', { by: 'relation', relation: 'fdy' }, 'upDepartment'),
    step('college', '学院', { by: 'relation', relation: 'college' }),
    step('officer', '学工处', { by: 'role', role: 'officer' }),
    { id: 'end', type: 'end', name: '结束' },
  ],
  edges: [
    { from: 'start', to: 'fdy' },
    { from: 'fdy', to: 'college' },
    { from: 'college', to: 'officer' },
    { from: 'officer', to: 'end' },
  ],
}
export const civilisedSubject = flowSubject({
  processType: 'civilisedRoom',
  label: '文明寝室',
  entity: civilisedRoom,
  form: ['roomId', 'mean', 'lowest', 'checks', 'reason'],
  facts: [{ name: 'roomMean', label: '平均分', type: 'number', unit: '分', from: 'module' }],
  initial: { code: 'civilisedRoom', name: '文明寝室', graph },
})
