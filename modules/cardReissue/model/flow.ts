import { flowSubject, onlyWhen, stepByStep, usualSteps } from '#flow/index.ts'
import { asked, cardReissue } from './card-reissue.ts'

const { fdy, college, officer } = usualSteps({ phrases: ['情况属实，同意', '请写清遗失的经过', '车站与家庭住址不一致，请核对'] })
/** 50-CR5: counsellor and office; whoever asks too often in a year, the college in between. */
const graph = stepByStep(
  fdy(),
  onlyWhen({ id: 'whetherOften', name: '是否超过每学年次数', when: { fact: 'isOften', op: 'eq', value: true }, yes: '超过每学年次数', no: '其他' }, college()),
  officer(),
)
export const reissueSubject = flowSubject({
  processType: 'cardReissue',
  label: '证卡补办',
  entity: cardReissue,
  form: Object.keys(asked) as Array<keyof typeof asked>,
  inCard: Object.keys(asked) as Array<keyof typeof asked>,
  facts: [
    { name: 'isOften', label: '超过每学年次数', type: 'bool', from: 'module' },
    { name: 'times', label: '本学年第几次', type: 'number', unit: '次', from: 'module' },
  ],
  initial: { code: 'cardReissue', name: '证卡补办', graph },
})
