import type { Entity } from '../entity.ts'
import type { Fact } from './condition.ts'
import type { FlowGraph } from './graph.ts'

/** What a kind of application tells the engine about itself; declared once beside its entity. */
export interface FlowSubject {
  /** Code of the process type: 'leave', 'hardship' … */
  readonly processType: string
  readonly label: string
  /** The entity whose row is the application. Its field `state` is one of `APPLICATION_STATES` (more may follow `approved`). */
  readonly entity: Entity
  /** Fields of the entity that make the form, in order; what steps may hide, show, edit or require. */
  readonly form: readonly string[]
  /** Numbers of the module that conditions may use beside form fields and the applicant's attributes. */
  readonly facts: readonly Fact[]
  /** Steps no published flow may lack: word → what people call it. */
  readonly mandatory: Readonly<Record<string, string>>
  /** What an `auto` step can do: word → what people call it. */
  readonly autos: Readonly<Record<string, string>>
  /** Nothing of this kind is ever approved by the clock: discipline, money, change of status (10-W10). */
  readonly noAutoApprove: boolean
  /** What a new school begins with: the default flow of this type. */
  readonly initial: { code: string; name: string; graph: FlowGraph }
}
/** What every applicant is known by, in conditions of every flow. */
export const APPLICANT_FACTS: readonly Fact[] = [
  { name: 'applicant.gradeYear', label: '年级', type: 'number', from: 'applicant' },
  { name: 'applicant.educationLevel', label: '培养层次', type: 'text', from: 'applicant' },
  { name: 'applicant.departmentCode', label: '学院', type: 'text', from: 'applicant' },
  { name: 'applicant.classCode', label: '班级', type: 'text', from: 'applicant' },
  { name: 'applicant.role', label: '申请人身份', type: 'choice', choices: { student: '学生', staff: '教职工' }, from: 'applicant' },
]
export const APPLICATION_STATES = {
  draft: '草稿',
  pending: '审批中',
  approved: '已通过',
  rejected: '已驳回',
  returned: '退回修改',
  withdrawn: '已撤回',
  cancelled: '已取消',
} as const
export type ApplicationState = keyof typeof APPLICATION_STATES

const subjects = new Map<string, FlowSubject>()
type Given = Pick<FlowSubject, 'processType' | 'label' | 'form' | 'initial'> & { entity: unknown } & Partial<Pick<FlowSubject, 'facts' | 'mandatory' | 'autos' | 'noAutoApprove'>>

/** Declares a kind of application; in the module's `model/`, beside the entity. */
export function flowSubject(given: Given): FlowSubject {
  const made = { facts: [], mandatory: {}, autos: {}, noAutoApprove: false, ...given } as FlowSubject
  subjects.set(made.processType, made)
  return made
}
export const allSubjects = (): readonly FlowSubject[] => [...subjects.values()]
export const subjectOf = (processType: string): FlowSubject | undefined => subjects.get(processType)
