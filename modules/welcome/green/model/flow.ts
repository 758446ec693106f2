import { flowSubject, stepByStep, usualSteps } from '#flow/index.ts'
import { greenChannel } from './green-channel.ts'

const { fdy, college, officer } = usualSteps({ phrases: ['情况属实，同意', '先入学，证明以后补'] })
export const greenSubject = flowSubject({
  processType: 'greenChannel',
  label: '绿色通道',
  entity: greenChannel,
  form: ['packages', 'expectedPay', 'total', 'proofs'],
  inCard: ['packages', 'expectedPay', 'total'],
  facts: [{ name: 'yuan', label: '申请缓缴', type: 'number', unit: '元', from: 'module' }],
  initial: { code: 'greenChannel', name: '绿色通道', graph: stepByStep(fdy(), college(), officer()) },
})
