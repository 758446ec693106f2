import { flowSubject, stepByStep, usualSteps } from '#flow/index.ts'
import { wageSheet } from './sheet.ts'

const { step, officer } = usualSteps({ phrases: ['同意', '请核对工时'] })
/** Unit → office → finance; where the unit submits it itself, its step has passed. Money is never approved by a timeout. */
export const wageSubject = flowSubject({
  processType: 'wageSheet',
  label: '勤工助学工资表',
  entity: wageSheet,
  form: ['title', 'unitId', 'month', 'fundId', 'people', 'hours', 'base', 'bonus', 'deduction', 'tax', 'net'],
  facts: [{ name: 'yuan', label: '应发', type: 'number', unit: '元', from: 'module' }],
  noAutoApprove: true,
  initial: {
    code: 'wageSheet',
    name: '勤工助学工资审批',
    graph: stepByStep(step('employer', '用工单位', { by: 'relation', relation: 'employer' }), officer(), step('finance', '财务处', { by: 'role', role: 'finance' })),
  },
})
