import {
  type ApproverSource,
  BUTTONS,
  type Condition,
  EMPTY_POLICIES,
  type FactValue,
  FIELD_PERMS,
  type FlowEdge,
  type FlowGraph,
  type FlowNode,
  type Mode,
  RELATIONS,
  SAME_POLICIES,
  TIMEOUT_ACTIONS,
} from '#flow/index.ts'
import { keyed, many, number, object, oneOf, type Read, rowId, variant, Wrong, whole, word, yesNo } from './strict.ts'

/** Size limit of a draft; the engine decides what may be published. */
export const MOST_KEPT_STEPS = 1000
const id = word(60, /^[\w-]{1,60}$/)
const name = word(60)
/** A draft may be incomplete: an empty value is a problem of the step, not a parse error. */
const fieldName = word(60, /^\w{0,60}$/)
const code = word(40, /^[\w-]{0,40}$/)
const is = <K extends string>(kind: K): Read<K> => oneOf({ [kind]: true } as Readonly<Record<K, true>>)

const people = many(rowId, 200)
const source: Read<ApproverSource> = variant('by', {
  people: object({ by: is('people'), userIds: people }),
  position: object({ by: is('position'), position: word(40, /^\w{0,40}$/) }),
  relation: object({ by: is('relation'), relation: oneOf(RELATIONS) }),
  role: object({ by: is('role'), role: code }, { inDepartment: yesNo }),
  head: object({ by: is('head'), levelsUp: whole(0, 9) }),
  field: object({ by: is('field'), field: fieldName }),
  chosen: object({ by: is('chosen'), chooser: oneOf({ applicant: true, previous: true }) }, { userIds: people, roles: many(code, 20) }),
  previous: object({ by: is('previous') }),
  applicant: object({ by: is('applicant') }),
})
const multi: Read<Mode> = variant('kind', {
  all: object({ kind: is('all') }, { percent: number(1, 100), untilEverybodyVoted: yesNo }),
  any: object({ kind: is('any') }),
  sequence: object({ kind: is('sequence') }),
})
const timeout = object(
  { hours: number(0.1, 10_000), workingTime: yesNo },
  { marks: many(object({ atPercent: whole(1, 1000), action: oneOf(TIMEOUT_ACTIONS) }, { toUserId: rowId }), 10) },
)
const step = <T extends FlowNode['type']>(type: T) => ({ id, type: is(type), name })
const asking = <T extends 'approve' | 'handle'>(type: T) =>
  object(
    { ...step(type), approvers: source, multi, emptyPolicy: oneOf(EMPTY_POLICIES), samePolicy: oneOf(SAME_POLICIES) },
    {
      fieldPerms: keyed(oneOf(FIELD_PERMS), /^\w{1,60}$/, 300),
      buttons: many(oneOf(BUTTONS), 20),
      timeout,
      needSign: yesNo,
      needOpinion: oneOf({ never: true, negative: true, always: true }),
      phrases: many(word(200), 20),
      mandatory: word(40),
    },
  )
const node: Read<FlowNode> = variant('type', {
  start: object(step('start')),
  end: object(step('end')),
  approve: asking('approve'),
  handle: asking('handle'),
  cc: object({ ...step('cc'), approvers: source }),
  condition: object(step('condition')),
  parallel: object(step('parallel')),
  wait: object(step('wait'), { hours: number(0, 100_000), untilField: fieldName }),
  auto: object({ ...step('auto'), does: word(60) }),
  sub: object({ ...step('sub'), defCode: code }),
})

const factValue: Read<FactValue> = (value, at) => {
  if (typeof value === 'boolean') return value
  return typeof value === 'number' ? number(-1e15, 1e15)(value, at) : word(200)(value, at)
}
const fact = word(80, /^[\w.]{1,80}$/)
const DEEPEST = 8
const condition =
  (depth: number): Read<Condition> =>
  (value, at) => {
    if (typeof value !== 'object' || value === null || depth > DEEPEST) throw new Wrong(at)
    const parts = many(condition(depth + 1), 50)
    if ('all' in value) return object({ all: parts })(value, at)
    if ('any' in value) return object({ any: parts })(value, at)
    if ('atLeast' in value) return object({ atLeast: number(1, 50), of: parts })(value, at)
    if ('not' in value) return object({ not: condition(depth + 1) })(value, at)
    return comparison(value, at)
  }
const compared = object({ fact, op: oneOf({ eq: 1, ne: 1, gt: 1, ge: 1, lt: 1, le: 1 }), value: factValue })
const listed = object({ fact, op: oneOf({ in: 1, notIn: 1 }), value: many(factValue, 200) })
const asked = object({ fact, op: oneOf({ empty: 1, filled: 1 }) })
const comparison: Read<Condition> = variant('op', {
  ...{ eq: compared, ne: compared, gt: compared, ge: compared, lt: compared, le: compared },
  ...{ in: listed, notIn: listed, empty: asked, filled: asked },
})
const edge: Read<FlowEdge> = object({ from: id, to: id }, { when: condition(0), name })
const graph: Read<FlowGraph> = object({ nodes: many(node, MOST_KEPT_STEPS), edges: many(edge, MOST_KEPT_STEPS * 2) })

const values = keyed<FactValue | FactValue[] | null>((v, at) => (v === null ? null : Array.isArray(v) ? many(factValue, 200)(v, at) : factValue(v, at)), /^[\w.]{1,80}$/, 300)

/** Parses form values and module facts by name; throws `Wrong`. */
export const readValues = (given: unknown): Record<string, FactValue | FactValue[] | null> => values(given, 'values')
/** Parses one approver source; throws `Wrong`. */
export const readSource = (given: unknown): ApproverSource => source(given, 'source')
/** Parses an untrusted graph. Unknown keys, wrong types and invalid values are refused with their place; whether the flow makes sense is checked elsewhere. */
export const readGraph = (given: unknown): FlowGraph => graph(given, 'graph')
