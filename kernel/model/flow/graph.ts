import type { Condition } from './condition.ts'

/** Who is asked at a step. What each needs is looked up when a case arrives there, not when the flow is drawn. */
export type ApproverSource =
  | { by: 'people'; userIds: readonly string[] }
  /** A position of the school (`leader`, `legalOffice` …), filled in the process parameters. */
  | { by: 'position'; position: string }
  /** Who stands in this relation to the applicant: counsellor or head teacher of the class, manager of the college, of the building. */
  | { by: 'relation'; relation: Relation }
  /** Everybody who holds the role; `inDepartment`: whose department is the applicant's or above it. */
  | { by: 'role'; role: string; inDepartment?: boolean }
  /** Head of the applicant's department, or of the one so many levels above. */
  | { by: 'head'; levelsUp: number }
  /** A field of the form that holds a person. */
  | { by: 'field'; field: string }
  /** Picked when applying, or by who approved before, from this list. */
  | { by: 'chosen'; chooser: 'applicant' | 'previous'; userIds?: readonly string[]; roles?: readonly string[] }
  /** Who approved the step before. */
  | { by: 'previous' }
  | { by: 'applicant' }
export const RELATIONS = { fdy: '辅导员', bzr: '班主任', college: '学院管理员', dormManager: '宿舍管理员', employer: '用工单位', venueOwner: '场地负责人' } as const
export type Relation = keyof typeof RELATIONS

/** 会签 (all, or a share of them), 或签 (the first decides), 依次 (one after another). */
export type Mode = { kind: 'all'; percent?: number; untilEverybodyVoted?: boolean } | { kind: 'any' } | { kind: 'sequence' }
export const EMPTY_POLICIES = { owner: '转给流程负责人', upDepartment: '转给上一级部门', skip: '跳过' } as const
export const SAME_POLICIES = { ask: '再次询问', pass: '自动通过' } as const
export const FIELD_PERMS = { hidden: '隐藏', read: '只读', edit: '可编辑', required: '必填' } as const
export type FieldPerm = keyof typeof FIELD_PERMS
export const TIMEOUT_ACTIONS = { remind: '提醒', escalate: '上报上一级', transfer: '自动转办', approve: '自动通过', reject: '自动驳回' } as const
export type TimeoutAction = keyof typeof TIMEOUT_ACTIONS
/** What an approver may do beside deciding; all unless said otherwise. */
export const BUTTONS = { reject: '驳回', return: '退回', transfer: '转办', delegate: '委派', addSign: '加签', cc: '抄送' } as const
export type FlowButton = keyof typeof BUTTONS

interface StepOf<T extends string> {
  id: string
  type: T
  name: string
}
export interface Timeout {
  hours: number
  /** School days only, by the school's calendar and working hours; otherwise by the clock. */
  workingTime: boolean
  /** At which share of the time what happens; 50 % and 100 % remind when absent. (No `then`: an object with one is taken for a promise.) */
  marks?: ReadonlyArray<{ atPercent: number; action: TimeoutAction; toUserId?: string }>
}
/** A step that asks people: 审批 decides, 办理 does something and says so. */
export interface AskStep extends StepOf<'approve' | 'handle'> {
  approvers: ApproverSource
  multi: Mode
  emptyPolicy: keyof typeof EMPTY_POLICIES
  samePolicy: keyof typeof SAME_POLICIES
  /** Field → what this step may do with it; `read` where nothing is said. */
  fieldPerms?: Readonly<Record<string, FieldPerm>>
  /** Absent: every button. */
  buttons?: readonly FlowButton[]
  timeout?: Timeout
  needSign?: boolean
  needOpinion?: 'never' | 'negative' | 'always'
  /** Quick phrases beside the person's own. */
  phrases?: readonly string[]
  /** A step the module demands by this word; see `FlowSubject.mandatory`. */
  mandatory?: string
}
export interface CcStep extends StepOf<'cc'> {
  approvers: ApproverSource
}
/** Goes one way: the first branch whose condition holds, in the order of the edges; the one without a condition is the default. */
export type ConditionStep = StepOf<'condition'>
/** Several edges out: all ways at once. Several edges in: waits for all of them. */
export type ParallelStep = StepOf<'parallel'>
/** Waits so long, or until the day in a field of the form. */
export interface WaitStep extends StepOf<'wait'> {
  hours?: number
  untilField?: string
}
/** The module does something by itself: `FlowSubject.autos` names what it can. */
export interface AutoStep extends StepOf<'auto'> {
  does: string
}
/** Another published flow runs here with the same form; its refusal refuses this one. */
export interface SubStep extends StepOf<'sub'> {
  defCode: string
}
export type FlowNode = StepOf<'start'> | StepOf<'end'> | AskStep | CcStep | ConditionStep | ParallelStep | WaitStep | AutoStep | SubStep
export interface FlowEdge {
  from: string
  to: string
  /** Only out of a condition step; absent there: the default way. */
  when?: Condition
  /** What the branch is called on the picture. */
  name?: string
}
/** What a flow is, as it is drawn, checked, published and kept. Edges out of one step are in order. */
export interface FlowGraph {
  nodes: readonly FlowNode[]
  edges: readonly FlowEdge[]
}
export const isAsking = (node: FlowNode): node is AskStep => node.type === 'approve' || node.type === 'handle'
export const MAX_STEPS = 200
