import { type FlowGraph, flowSubject, usualSteps } from '#flow/index.ts'
import { LEVELS } from './levels.ts'
import { punishment } from './punishment.ts'

const BY_THOSE = ['legalOpinion', 'legalReviewOn', 'meetingName', 'meetingOn'] as const
const HIDDEN = { legalOpinion: 'hidden', legalReviewOn: 'hidden', meetingName: 'hidden', meetingOn: 'hidden' } as const
const { step, fdy, college, officer } = usualSteps({ phrases: ['同意', '事实清楚、证据充分，同意', '请补充证据', '请重新核定处分种类'], fieldPerms: HIDDEN })
const leader = { by: 'position', position: 'leader' } as const
const review = (id: string) =>
  step(id, '合法性审查', { by: 'position', position: 'legalOffice' }, { fieldPerms: { ...HIDDEN, legalOpinion: 'required', legalReviewOn: 'required' } })
const isOf = (...levels: string[]) => ({ fact: 'decision', op: 'in' as const, value: levels })

/** Up to demerit the school's leader decides; probation is reviewed for legality before; what ends somebody's studies is decided by a meeting after the review (Order 41, Article 56). */
const graph: FlowGraph = {
  nodes: [
    { id: 'start', type: 'start', name: '送审' },
    fdy(),
    college(),
    officer(),
    { id: 'how', type: 'condition', name: '处分种类' },
    step('leader', '校领导', leader),
    review('legal'),
    step('leaderAfter', '校领导', leader, { fieldPerms: { ...HIDDEN, legalOpinion: 'read', legalReviewOn: 'read' } }),
    review('legalBefore'),
    step('meeting', '校长办公会', leader, { fieldPerms: { legalOpinion: 'read', legalReviewOn: 'read', meetingName: 'required', meetingOn: 'required' } }),
    { id: 'end', type: 'end', name: '结束' },
  ],
  edges: [
    { from: 'start', to: 'fdy' },
    { from: 'fdy', to: 'college' },
    { from: 'college', to: 'officer' },
    { from: 'officer', to: 'how' },
    { from: 'how', to: 'legalBefore', name: '开除学籍、退学处理、取消学籍', when: isOf('expulsion', 'ends') },
    { from: 'how', to: 'legal', name: '留校察看', when: isOf('probation') },
    { from: 'how', to: 'leader', name: '其他' },
    { from: 'leader', to: 'end' },
    { from: 'legal', to: 'leaderAfter' },
    { from: 'leaderAfter', to: 'end' },
    { from: 'legalBefore', to: 'meeting' },
    { from: 'meeting', to: 'end' },
  ],
}
export const punishmentSubject = flowSubject({
  processType: 'punishment',
  label: '处分',
  entity: punishment,
  form: ['partRole', 'facts', 'aggravating', 'mitigating', 'defenceKind', 'defenceText', 'defenceAnswer', ...BY_THOSE],
  facts: [{ name: 'decision', label: '拟作决定', type: 'choice', choices: { ...LEVELS, ends: '退学处理、取消学籍或取消入学资格' }, from: 'module' }],
  noAutoApprove: true,
  initial: { code: 'punishment', name: '处分', graph },
})
