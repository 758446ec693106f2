import { type FlowGraph, flowSubject, usualSteps } from '#flow/index.ts'
import { MAJOR_TRANSFER, TRANSFER_OUT, WITHDRAWAL, WITHDRAWAL_DECIDED } from './change-type.ts'
import { statusChange } from './status-change.ts'

const HIDDEN = { defence: 'hidden', legalOpinion: 'hidden', meetingNo: 'hidden' } as const
const { step, fdy, college, officer } = usualSteps({ phrases: ['同意', '情况属实，同意', '请补充证明', '请与家长沟通后再申请'], fieldPerms: HIDDEN })
const leader = { by: 'position', position: 'leader' } as const
const isOneOf = (...codes: string[]) => ({ fact: 'typeCode', op: 'in' as const, value: codes })

/** Counsellor, college, office; of a transfer of major also the college it leads to; withdrawals also the school's leader, and those that the school decides after hearing the student and a review of legality. */
const graph: FlowGraph = {
  nodes: [
    { id: 'start', type: 'start', name: '提交' },
    { id: 'whetherDecided', type: 'condition', name: '是否退学处理' },
    fdy(),
    college(),
    { id: 'whetherTransfer', type: 'condition', name: '是否转专业' },
    step('toCollege', '转入学院', { by: 'relation', relation: 'toCollege' }),
    officer({ fieldPerms: { ...HIDDEN, docNo: 'edit' } }),
    { id: 'whetherLeader', type: 'condition', name: '是否退学' },
    step('leader', '校领导', leader),
    { ...college({ fieldPerms: { ...HIDDEN, defence: 'required' } }), id: 'hearing', name: '学院听取陈述和申辩' },
    { ...officer({ fieldPerms: { ...HIDDEN, defence: 'read', docNo: 'edit' } }), id: 'office', name: '学工处审核' },
    step('legal', '合法性审查', { by: 'position', position: 'legalOffice' }, { fieldPerms: { ...HIDDEN, defence: 'read', legalOpinion: 'required' } }),
    step('meeting', '校长办公会', leader, { fieldPerms: { defence: 'read', legalOpinion: 'read', meetingNo: 'required' } }),
    { id: 'end', type: 'end', name: '结束' },
  ],
  edges: [
    { from: 'start', to: 'whetherDecided' },
    { from: 'whetherDecided', to: 'hearing', name: '退学处理', when: isOneOf(WITHDRAWAL_DECIDED) },
    { from: 'whetherDecided', to: 'fdy', name: '其他' },
    { from: 'fdy', to: 'college' },
    { from: 'college', to: 'whetherTransfer' },
    { from: 'whetherTransfer', to: 'toCollege', name: '转专业', when: isOneOf(MAJOR_TRANSFER) },
    { from: 'whetherTransfer', to: 'officer', name: '其他' },
    { from: 'toCollege', to: 'officer' },
    { from: 'officer', to: 'whetherLeader' },
    { from: 'whetherLeader', to: 'leader', name: '退学或转出', when: isOneOf(WITHDRAWAL, TRANSFER_OUT) },
    { from: 'whetherLeader', to: 'end', name: '其他' },
    { from: 'leader', to: 'end' },
    { from: 'hearing', to: 'office' },
    { from: 'office', to: 'legal' },
    { from: 'legal', to: 'meeting' },
    { from: 'meeting', to: 'end' },
  ],
}
export const changeSubject = flowSubject({
  processType: 'statusChange',
  label: '学籍异动',
  entity: statusChange,
  form: [
    ...['typeId', 'reasonCode', 'reasonText', 'effectiveDate', 'until', 'toClassId', 'otherSchool', 'otherLevel', 'admissionScore', 'lineScore', 'ground', 'docNo', 'proofs'],
    ...['defence', 'legalOpinion', 'meetingNo'],
  ],
  inCard: ['typeId', 'effectiveDate', 'until', 'toClassId', 'otherSchool', 'ground'],
  facts: [
    { name: 'typeCode', label: '异动类型编号', type: 'text', from: 'module' },
    { name: 'months', label: '时长', type: 'number', unit: '个月', from: 'module' },
    { name: 'otherDepartment', label: '转到其他学院', type: 'bool', from: 'module' },
  ],
  noAutoApprove: true,
  initial: { code: 'statusChange', name: '学籍异动', graph },
})
