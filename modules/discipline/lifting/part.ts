import { definePart } from '#model'
import './model/flow.ts'
import { applyLift, commentReport, extendPunishment, liftActions, makeReport, observationReport, punishmentLift, startLifts } from './model/lift.ts'
import { LIFT_MESSAGES } from './model/messages.ts'

const READ = ['discipline:punishmentLift:list', 'discipline:punishmentLift:export', 'discipline:punishmentLift:reveal']
const REPORTS = ['discipline:observationReport:list', 'discipline:observationReport:export', 'discipline:observationReport:reveal', commentReport.permission]
/** The end of a punishment: reports, conditions, lifting and extension. */
export default definePart({
  code: 'lifting',
  needs: ['cases', 'force'],
  entities: [punishmentLift, observationReport],
  subjects: [punishmentLift, observationReport],
  actions: liftActions,
  menus: [
    { title: '处分解除', path: '/discipline/lifts', component: 'discipline/LiftPage', icon: 'badge-check', of: [...READ, startLifts, extendPunishment] },
    { title: '思想汇报', path: '/discipline/reports', component: 'discipline/ReportPage', icon: 'notebook-pen', of: REPORTS },
  ],
  messages: Object.values(LIFT_MESSAGES),
  grants: {
    officer: [...READ, startLifts.permission, extendPunishment.permission, ...REPORTS],
    college: [...READ, startLifts.permission, ...REPORTS],
    fdy: [...READ, ...REPORTS],
    student: [applyLift.permission, makeReport.permission],
  },
})
