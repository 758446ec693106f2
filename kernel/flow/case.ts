import type { Facts } from './condition.ts'
import type { FlowGraph, TimeoutAction } from './graph.ts'

/** State of a case: the engine's complete state, stored with the case row. */
export interface CaseState {
  state: 'pending' | 'returned' | 'approved' | 'rejected' | 'withdrawn' | 'cancelled' | 'suspended'
  /** Current places: one per parallel branch. A join records which edges have arrived. */
  places: readonly Place[]
  tasks: readonly Task[]
  /** Steps completed on the present walk, in order, with their approvers; `by` is empty for automatic steps and steps that asked nobody. */
  passed: ReadonlyArray<{ node: string; round: number; by: readonly string[] }>
  /** Number of submissions by the applicant. */
  round: number
  /** Highest task number. */
  lastNo: number
  /** Set while the case is returned to the applicant: the places to restore on resubmission. */
  backTo?: readonly Place[]
  /** Task number at the last forced jump: approvals up to it cannot be taken back. */
  jumped?: number
  /** State before suspension. */
  before?: 'pending' | 'returned'
  /** Approvers chosen for later steps. */
  chosen?: Readonly<Record<string, readonly string[]>>
}
export interface Place {
  node: string
  /** For a join: source steps of the edges that have arrived. */
  arrived?: readonly string[]
  /** Visit id: number of the visit's first task. A step may be visited again after a return. */
  visit?: number
  /** What it waited for arrived while the case was suspended or returned; applied when the case continues. */
  came?: 'done' | 'refused'
  /** For a step the case was returned to: places to restore once it is decided. */
  back?: readonly Place[]
}
export interface Task {
  /** Unique within the case, increasing. */
  no: number
  node: string
  round: number
  userId: string
  originalUserId: string
  /** waiting: not yet their turn (sequential approval, added signer before). */
  state: 'waiting' | 'todo' | 'delegated' | 'done' | 'skipped' | 'cancelled'
  /** Visit of the step: number of its first task. */
  visit: number
  /** Number of the closed task this one replaces (transferred, reassigned, taken back). */
  instead?: number
  /** Position in a sequential approval. */
  order: number
  /** `opinion`: advisory only (delegate, added reviewer). */
  kind: 'decide' | 'opinion'
  /** Label of the approver source, for the timeline: 辅导员. */
  role?: string
  /** The task this one was added to (加签) or that waits for it (委派). */
  of?: number
  addedAs?: 'before' | 'after' | 'beside' | 'delegate'
  action?: TaskAction
  /** User who acted, where it is not `userId` (deputy, first decider). */
  actedBy?: string
}
export type TaskAction = 'approve' | 'reject' | 'return' | 'transfer' | 'autoApprove' | 'autoReject' | 'passed'
export interface Approver {
  userId: string
  /** Label of the source that found this person. */
  role: string
}
export type CaseEvent =
  | { kind: 'submit'; chosen?: Readonly<Record<string, readonly string[]>> }
  /** `walkAgain`: from the start through every step; otherwise straight back to the step that returned it (10: return). */
  | { kind: 'resubmit'; walkAgain?: boolean; chosen?: Readonly<Record<string, readonly string[]>> }
  | { kind: 'approve'; task: number; by: string; chosen?: Readonly<Record<string, readonly string[]>> }
  | { kind: 'reject'; task: number; by: string }
  /** `to`: a completed step, or 'applicant'. After a return to a step the case goes straight back to the returning step, unless `walkAgain` repeats the steps between. */
  | { kind: 'return'; task: number; by: string; to: string; walkAgain?: boolean }
  | { kind: 'transfer'; task: number; by: string; to: string }
  | { kind: 'delegate'; task: number; by: string; to: string }
  /** Opinion of a delegate or added reviewer. */
  | { kind: 'answer'; task: number; by: string }
  | { kind: 'addSign'; task: number; by: string; to: readonly string[]; as: 'before' | 'after' | 'beside' }
  | { kind: 'removeSign'; task: number; by: string }
  | { kind: 'takeBack'; task: number; by: string }
  | { kind: 'withdraw'; by: string }
  | { kind: 'timeout'; task: number; action: Exclude<TimeoutAction, 'remind'>; to?: string }
  | { kind: 'waited'; node: string }
  | { kind: 'autoDone'; node: string }
  | { kind: 'subEnded'; node: string; approved: boolean }
  | { kind: 'suspend' | 'resume' | 'void'; by: string }
  | { kind: 'jump'; by: string; to: string }
  /** `inPlace`: base data changed and `to` now holds the other's position (10-W13). */
  | { kind: 'reassign'; task: number; to: string; by: string; inPlace?: true }
/** Side effects of a transition, applied in the same transaction. */
export type Effect =
  | { kind: 'opened'; task: number }
  | { kind: 'closed'; task: number; as: 'done' | 'skipped' | 'cancelled'; winner?: string }
  /** Waits for another task (委派, 加签): no todo until it is `opened` again. */
  | { kind: 'held'; task: number }
  | { kind: 'cc'; node: string }
  | { kind: 'wait'; node: string }
  | { kind: 'auto'; node: string; does: string }
  | { kind: 'sub'; node: string; defCode: string }
  /** A wait, auto or sub step is abandoned: cancel its timer or void its case. */
  | { kind: 'left'; node: string }
  | { kind: 'ended'; as: 'approved' | 'rejected' | 'withdrawn' | 'cancelled' }
  | { kind: 'returned'; to: string; from: string }
  /** No approver found for a step; `policy` says what was done instead, for the timeline. `superior`: the applicant was the only one found (10-W5). */
  | { kind: 'nobody'; node: string; policy: 'owner' | 'upDepartment' | 'skip' | 'superior' }
  /** Step passed without asking: repeated approver, or none found. */
  | { kind: 'skippedStep'; node: string; why: 'same' | 'empty' }
/** Refusal of an event: message key and values. */
export interface CaseRefusal {
  key:
    | 'ended'
    | 'suspended'
    | 'notTodo'
    | 'notYours'
    | 'acted'
    | 'notPassed'
    | 'receiver'
    | 'tooManySigns'
    | 'notWaiting'
    | 'nothingToTakeBack'
    | 'passedByOthers'
    | 'notReturned'
    | 'mayNot'
    | 'button'
    | 'stuck'
    | 'unknownStep'
    | 'notSuspended'
  values?: Readonly<Record<string, string | number>>
}
/** Outside data the engine depends on. The outcome is `needs` when the people of a step are not in `people` yet. */
export interface World {
  applicantId: string
  facts: Facts
  /** Step → people found by its source, in order, applicant included. `previous`, `applicant` and an already `chosen` approver are resolved by the engine itself. */
  people: ReadonlyMap<string, readonly Approver[]>
  /** Step → superiors, for the applicant's own step, `upDepartment` and escalation (10-W4, W5, W10); looked up together with `people`. */
  superiors: ReadonlyMap<string, readonly Approver[]>
  /** Process owners, the fallback approvers. */
  owners: readonly Approver[]
  /** Whether the account can receive tasks, i.e. is not disabled. */
  isAble: (userId: string) => boolean
}
export type Outcome = { ok: true; state: CaseState; effects: readonly Effect[] } | { ok: false; refusal: CaseRefusal } | { ok: 'needs'; steps: readonly string[] }
export type Advance = (graph: FlowGraph, state: CaseState | undefined, event: CaseEvent, world: World) => Outcome
