import { came, jump, resume, suspend, voidCase } from './admin-commands.ts'
import type { Advance, CaseEvent, CaseState, World } from './case.ts'
import { addSign, answer, delegate, reassign, removeSign, transfer } from './co-sign.ts'
import { approve, reject, timeout } from './decide.ts'
import type { FlowGraph } from './graph.ts'
import { choose } from './my-task.ts'
import { resubmit, returnTo, start } from './returns.ts'
import { begin, FRESH, outcomeOf, type Run, refuse } from './run.ts'
import { takeBack, withdraw } from './undo.ts'

type Handlers = { [K in CaseEvent['kind']]: (run: Run, event: Extract<CaseEvent, { kind: K }>) => void }
const HANDLERS: Handlers = {
  submit: (run, event) => {
    choose(run, event.chosen)
    start(run)
  },
  resubmit,
  approve,
  reject,
  return: returnTo,
  transfer,
  delegate,
  answer,
  addSign,
  removeSign,
  takeBack,
  withdraw,
  timeout,
  waited: came,
  autoDone: came,
  subEnded: came,
  suspend,
  resume,
  void: voidCase,
  jump,
  reassign,
}
/** Events accepted while a case is suspended. */
const WHILE_SUSPENDED: ReadonlySet<CaseEvent['kind']> = new Set(['resume', 'void', 'reassign', 'waited', 'autoDone', 'subEnded'])
const ENDED: ReadonlySet<CaseState['state']> = new Set(['approved', 'rejected', 'withdrawn', 'cancelled'])
export const isEnded = (state: Pick<CaseState, 'state'>): boolean => ENDED.has(state.state)

/** Applies one event to a case: a pure function of graph, state, event and world. */
export const advance: Advance = (graph, state, event, world) => outcomeOf(runEvent(graph, state, event, world))

/** Like `advance`, with the trace of the walk. */
export function runEvent(graph: FlowGraph, state: CaseState | undefined, event: CaseEvent, world: World): Run {
  const run = begin(graph, state ?? FRESH, world)
  const refused = barred(state, event)
  if (refused) refuse(run, refused, { state: state?.state ?? '', action: event.kind })
  else handle(run, event)
  return run
}
function barred(state: CaseState | undefined, event: CaseEvent): 'mayNot' | 'ended' | 'suspended' | undefined {
  if (!state) return event.kind === 'submit' ? undefined : 'mayNot'
  if (isEnded(state)) return 'ended'
  if (state.state === 'suspended' && !WHILE_SUSPENDED.has(event.kind)) return 'suspended'
  return event.kind === 'submit' ? 'mayNot' : undefined
}
const handle = <K extends CaseEvent['kind']>(run: Run, event: Extract<CaseEvent, { kind: K }>): void => (HANDLERS[event.kind as K] as Handlers[K])(run, event)
