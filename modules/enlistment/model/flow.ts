import { flowSubject, stepByStep, usualSteps } from '#flow/index.ts'
import { militaryAid } from './aid.ts'
import { enlistRecord } from './record.ts'

const { fdy, officer } = usualSteps({ phrases: ['同意', '请补充材料'] })
/** 40 §7: registration by counsellor and office. */
export const enlistSubject = flowSubject({
  processType: 'enlistRecord',
  label: '应征登记',
  entity: enlistRecord,
  form: ['year', 'season', 'kind', 'familyName', 'familyPhone'],
  inCard: ['year', 'season', 'kind'],
  initial: { code: 'enlistRecord', name: '应征登记', graph: stepByStep(fdy(), officer()) },
})
const HIDDEN = { tuitionOpinion: 'hidden' } as const
const aid = usualSteps({ phrases: ['同意', '请补充材料'], fieldPerms: HIDDEN })
/** 40 §7: aid by counsellor, by finance, which vouches for the tuition, and by the office. */
export const aidSubject = flowSubject({
  processType: 'militaryAid',
  label: '参军资助',
  entity: militaryAid,
  form: ['kind', 'formNo', 'proofs', 'tuitionOpinion'],
  inCard: ['kind', 'formNo'],
  facts: [{ name: 'yuan', label: '金额', type: 'number', unit: '元', from: 'module' }],
  noAutoApprove: true,
  initial: {
    code: 'militaryAid',
    name: '参军资助',
    graph: stepByStep(
      aid.fdy(),
      aid.step('finance', '财务处核定学费', { by: 'role', role: 'finance' }, { fieldPerms: { tuitionOpinion: 'required' } }),
      aid.officer({ fieldPerms: { tuitionOpinion: 'read' } }),
    ),
  },
})
