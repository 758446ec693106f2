import type { Facts } from './condition.ts'
import type { FlowGraph, TimeoutAction } from './graph.ts'

/** How far a case has come; kept whole with its row, the engine's only memory. */
export interface CaseState {
  state: 'pending' | 'returned' | 'approved' | 'rejected' | 'withdrawn' | 'cancelled' | 'suspended'
  /** Where it stands: one place a parallel way. A join lists which edges have arrived. */
  places: readonly Place[]
  tasks: readonly Task[]
  /** Steps that are behind it on the present walk, in order, with who decided them; nobody where a step did something by itself or nobody was asked. */
  passed: ReadonlyArray<{ node: string; round: number; by: readonly string[] }>
  /** Counts how often the applicant handed it in. */
  round: number
  /** Number of the last task. */
  lastNo: number
  /** When it went back to the applicant: where it comes straight back to. */
  backTo?: readonly Place[]
  /** Number of the last task when it was forced to another step: approvals from before cannot be taken back. */
  jumped?: number
  /** State before `suspended`. */
  before?: 'pending' | 'returned'
  /** People picked for a later step. */
  chosen?: Readonly<Record<string, readonly string[]>>
}
export interface Place {
  node: string
  /** For a join: sources of the edges that have arrived. */
  arrived?: readonly string[]
  /** The visit this is: number of its first task. A step may be visited again after a return. */
  visit?: number
  /** What it waited for came while the case was suspended or with the applicant; it goes on from here afterwards. */
  came?: 'done' | 'refused'
  /** A step it was returned to: where it comes straight back to once decided. */
  back?: readonly Place[]
}
export interface Task {
  /** Unique in the case, growing. */
  no: number
  node: string
  round: number
  userId: string
  originalUserId: string
  /** waiting: not yet their turn (依次, before-sign). */
  state: 'waiting' | 'todo' | 'delegated' | 'done' | 'skipped' | 'cancelled'
  /** The visit of its step it belongs to: number of the first task of that visit. */
  visit: number
  /** The ended task this one stands for: transferred, reassigned, taken back. */
  instead?: number
  /** Its place in a sequence. */
  order: number
  /** `opinion` asks for advice only: a delegate, a sign beside. */
  kind: 'decide' | 'opinion'
  /** Which source found this person, as text for the timeline: 辅导员. */
  role?: string
  /** The task this one was added to (加签), or that waits for it (委派). */
  of?: number
  addedAs?: 'before' | 'after' | 'beside' | 'delegate'
  action?: TaskAction
  /** Who handled it where that is another (deputy, winner). */
  actedBy?: string
}
export type TaskAction = 'approve' | 'reject' | 'return' | 'transfer' | 'autoApprove' | 'autoReject' | 'passed'
export interface Found {
  userId: string
  /** In the reader's words: where this person comes from. */
  role: string
}
export type CaseEvent =
  | { kind: 'submit'; chosen?: Readonly<Record<string, readonly string[]>> }
  /** `walkAgain`: every step anew; otherwise straight back to who returned it (10: return). */
  | { kind: 'resubmit'; walkAgain?: boolean; chosen?: Readonly<Record<string, readonly string[]>> }
  | { kind: 'approve'; task: number; by: string; chosen?: Readonly<Record<string, readonly string[]>> }
  | { kind: 'reject'; task: number; by: string }
  /** `to`: a passed step, or 'applicant'. To a step: once decided there it comes straight back, unless every step between shall be walked again. */
  | { kind: 'return'; task: number; by: string; to: string; walkAgain?: boolean }
  | { kind: 'transfer'; task: number; by: string; to: string }
  | { kind: 'delegate'; task: number; by: string; to: string }
  /** The delegate, or a sign beside, has given an opinion. */
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
  /** `inPlace`: base data moved, and `to` stands now where the other stood (10-W13). */
  | { kind: 'reassign'; task: number; to: string; by: string; inPlace?: true }
/** What must be done for the new state to be true, in the same transaction. */
export type Effect =
  | { kind: 'opened'; task: number }
  | { kind: 'closed'; task: number; as: 'done' | 'skipped' | 'cancelled'; winner?: string }
  /** Waits for somebody else first (委派, 加签): no todo until it is `opened` again. */
  | { kind: 'held'; task: number }
  | { kind: 'cc'; node: string }
  | { kind: 'wait'; node: string }
  | { kind: 'auto'; node: string; does: string }
  | { kind: 'sub'; node: string; defCode: string }
  /** A wait, auto or sub is no longer waited for: stop its clock, void its case. */
  | { kind: 'left'; node: string }
  | { kind: 'ended'; as: 'approved' | 'rejected' | 'withdrawn' | 'cancelled' }
  | { kind: 'returned'; to: string; from: string }
  /** Nobody is there for a step: what was made of it, to be said aloud. `superior`: only the applicant was there (10-W5). */
  | { kind: 'nobody'; node: string; policy: 'owner' | 'upDepartment' | 'skip' | 'superior' }
  /** A step passed without asking: repeated approver, empty set. */
  | { kind: 'skippedStep'; node: string; why: 'same' | 'empty' }
/** Why an event is refused; the key of a sentence, with its values. */
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
    | 'notReturned'
    | 'mayNot'
    | 'button'
    | 'stuck'
    | 'unknownStep'
    | 'notSuspended'
  values?: Readonly<Record<string, string | number>>
}
/** What the engine must know of the world. It asks again (`needs`) when somebody it has to know is not in `people` yet. */
export interface World {
  applicantId: string
  facts: Facts
  /** Step → who its source finds, in order, without the applicant being taken out. `chosen` (once picked), `previous` and `applicant` the engine finds itself. */
  people: ReadonlyMap<string, readonly Found[]>
  /** Step → who stands above, for the applicant's own step, `upDepartment` and escalation (10-W4, W5, W10); looked up together with `people`. */
  superiors: ReadonlyMap<string, readonly Found[]>
  /** Owners of the process: the last resort. */
  owners: readonly Found[]
  /** Accounts that may not receive anything: disabled. */
  isAble: (userId: string) => boolean
}
export type Outcome = { ok: true; state: CaseState; effects: readonly Effect[] } | { ok: false; refusal: CaseRefusal } | { ok: 'needs'; steps: readonly string[] }
export type Advance = (graph: FlowGraph, state: CaseState | undefined, event: CaseEvent, world: World) => Outcome
