import { flowSubject, stepByStep, usualSteps, WITHIN_TWO_DAYS } from '#flow/index.ts'
import { aidRecognition } from './recognition.ts'

const { fdy, college } = usualSteps({ timeout: WITHIN_TWO_DAYS, phrases: ['同意', '情况属实，同意', '请补充情况说明', '经核实不符合困难认定条件'] })
/** Counsellor and college; the office confirms all levels of a batch together. */
export const recognitionSubject = flowSubject({
  ...{ processType: 'aidRecognition', label: '困难认定', entity: aidRecognition, form: ['promise'] },
  facts: [{ name: 'indexScore', label: '指标分', type: 'number', from: 'module' }],
  noAutoApprove: true,
  initial: { code: 'aidRecognition', name: '困难认定', graph: stepByStep(fdy(), { ...college(), name: '学院认定工作组' }) },
})
