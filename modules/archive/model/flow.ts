import { flowSubject, stepByStep, usualSteps } from '#flow/index.ts'
import { asked, graduateDestination } from './graduate-destination.ts'

const { fdy, college } = usualSteps({ phrases: ['属实，同意', '请写清接收单位的全称和地址', '请上传调档函'] })
const form = Object.keys(asked) as Array<keyof typeof asked>
export const destinationSubject = flowSubject({
  processType: 'graduateDestination',
  label: '毕业去向',
  entity: graduateDestination,
  form,
  inCard: form,
  initial: { code: 'graduateDestination', name: '毕业去向', graph: stepByStep(fdy(), college()) },
})
