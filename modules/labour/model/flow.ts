import { flowSubject, stepByStep, usualSteps } from '#flow/index.ts'
import { labourProject } from './project.ts'
import { labourSelfRecord } from './self-record.ts'

const { college, fdy, officer, step } = usualSteps({ phrases: ['同意', '请补充安全措施'] })
export const projectSubject = flowSubject({
  processType: 'labourProject',
  label: '劳动项目',
  entity: labourProject,
  form: ['name', 'kind', 'category', 'organiserDeptId', 'teacherId', 'venueId', 'place', 'capacity', 'beginTime', 'endTime', 'hoursCap', 'safetyNotice', 'needsInsurance'],
  facts: [{ name: 'hours', label: '学时', type: 'number', from: 'module' }],
  initial: { code: 'labourProject', name: '劳动项目审核', graph: stepByStep(college(), officer()) },
})
/** The monitor of the class has seen it; a class without one, and the monitor's own, go straight to the counsellor. */
const monitor = step('monitor', '班长', { by: 'relation', relation: 'monitor' }, { emptyPolicy: 'skip' })
export const selfSubject = flowSubject({
  processType: 'labourSelfRecord',
  label: '自主劳动',
  entity: labourSelfRecord,
  form: ['date', 'where', 'category', 'minutes', 'what', 'photos'],
  inCard: ['date', 'where', 'category', 'minutes', 'what'],
  initial: { code: 'labourSelfRecord', name: '自主劳动核实', graph: stepByStep(monitor, fdy()) },
})
