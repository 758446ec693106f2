import type { Entity } from '#model/entity.ts'
import { type State, states } from '#model/states.ts'
import type { Fact } from './condition.ts'
import type { FlowGraph } from './graph.ts'

/** A process type, declared beside its entity. */
export interface FlowSubject {
  /** Code of the process type: 'leave', 'hardship' … */
  readonly processType: string
  readonly label: string
  /** The entity of the application. Its field `state` is one of `APPLICATION_STATES` (modules may add states after `approved`). */
  readonly entity: Entity
  /** Form fields, in order; steps can hide, show, make editable or require them. */
  readonly form: readonly string[]
  /** Form fields that the module's card on the case page shows in its own way; the others come first, so that the reason is read at once. */
  readonly inCard: readonly string[]
  /** Module values for conditions, besides form fields and applicant attributes. */
  readonly facts: readonly Fact[]
  /** Steps every published flow must contain: key → label. */
  readonly mandatory: Readonly<Record<string, string>>
  /** Actions available to `auto` steps: key → label. */
  readonly autos: Readonly<Record<string, string>>
  /** Never approved by timeout: discipline, money, change of status (10-W10). */
  readonly noAutoApprove: boolean
  /** Default flow of a new school. */
  readonly initial: { code: string; name: string; graph: FlowGraph }
}
/** Applicant attributes, available to conditions of every flow. */
export const APPLICANT_FACTS: readonly Fact[] = [
  { name: 'applicant.gradeYear', label: '年级', type: 'number', from: 'applicant' },
  { name: 'applicant.educationLevel', label: '培养层次', type: 'text', from: 'applicant' },
  { name: 'applicant.departmentCode', label: '学院', type: 'text', entity: 'department', from: 'applicant' },
  { name: 'applicant.classCode', label: '班级', type: 'text', entity: 'stuClass', from: 'applicant' },
  { name: 'applicant.role', label: '申请人身份', type: 'choice', choices: { student: '学生', staff: '教职工' }, from: 'applicant' },
]
/** States of an application once it is submitted; a module adds those that follow the approval: `states({ ...SUBMITTED_STATES, active: … })`. */
export const SUBMITTED_STATES = {
  pending: { label: '审批中', tone: 'going' },
  returned: { label: '退回修改', tone: 'attention' },
  approved: { label: '已通过', tone: 'done' },
  rejected: { label: '已驳回', tone: 'refused' },
  withdrawn: { label: '已撤回', tone: 'over' },
  cancelled: { label: '已取消', tone: 'over' },
} as const satisfies Readonly<Record<string, State>>
export const applicationStates = states({ draft: { label: '草稿', tone: 'waiting' }, ...SUBMITTED_STATES })
export const APPLICATION_STATES = applicationStates.labels
export type ApplicationState = keyof typeof APPLICATION_STATES

const subjects = new Map<string, FlowSubject>()
type SubjectOptions = Pick<FlowSubject, 'processType' | 'label' | 'form' | 'initial'> & { entity: unknown } & Partial<
    Pick<FlowSubject, 'inCard' | 'facts' | 'mandatory' | 'autos' | 'noAutoApprove'>
  >

/** Declares a process type, in the module's `model/`. */
export function flowSubject(given: SubjectOptions): FlowSubject {
  const made = { inCard: [], facts: [], mandatory: {}, autos: {}, noAutoApprove: false, ...given } as FlowSubject
  const unknown = made.inCard.filter(name => !made.form.includes(name))
  if (unknown.length) throw new Error(`${made.processType}: inCard names what the form does not have: ${unknown.join(', ')}`)
  subjects.set(made.processType, made)
  return made
}
export const allSubjects = (): readonly FlowSubject[] => [...subjects.values()]
export const subjectOf = (processType: string): FlowSubject | undefined => subjects.get(processType)
