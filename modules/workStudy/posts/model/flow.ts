import { flowSubject, stepByStep, usualSteps } from '#flow/index.ts'
import { workPost } from './post.ts'
import { employUnit } from './unit.ts'

const { officer } = usualSteps({ phrases: ['同意', '请补充材料'] })
export const unitSubject = flowSubject({
  processType: 'employUnit',
  label: '用工单位',
  entity: employUnit,
  form: ['name', 'kind', 'departmentId', 'licenceNo', 'contact', 'agreementFiles'],
  initial: { code: 'employUnit', name: '用工单位登记', graph: stepByStep(officer()) },
})
export const postSubject = flowSubject({
  processType: 'workPost',
  label: '勤工助学岗位',
  entity: workPost,
  form: ['unitId', 'title', 'postType', 'headcount', 'duties', 'place', 'campusId', 'hoursPerWeek', 'payMode', 'rate', 'requires', 'hazard', 'safetyNote', 'workFrom', 'workTo'],
  facts: [{ name: 'yuan', label: '标准', type: 'number', unit: '元', from: 'module' }],
  initial: { code: 'workPost', name: '勤工助学岗位审核', graph: stepByStep(officer()) },
})
