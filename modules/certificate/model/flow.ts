import { flowSubject, stepByStep, usualSteps } from '#flow/index.ts'
import { asked, studentCert } from './student-cert.ts'

const { fdy, college } = usualSteps({ phrases: ['与证书一致，同意', '照片看不清，请重新上传', '编号与照片不一致，请核对'] })
/** The workflow a new school begins with: counsellor, then college. */
export const certSubject = flowSubject({
  processType: 'studentCert',
  label: '技能证书',
  entity: studentCert,
  form: Object.keys(asked) as Array<keyof typeof asked>,
  inCard: Object.keys(asked) as Array<keyof typeof asked>,
  initial: { code: 'studentCert', name: '技能证书', graph: stepByStep(fdy(), college()) },
})
