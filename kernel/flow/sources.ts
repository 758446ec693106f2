import type { Entity } from '#model/entity.ts'
import { type ApproverSource, type AskStep, type CcStep, RELATIONS } from './graph.ts'
import type { GraphIndex } from './graph-index.ts'
import { ofNode, type Problem } from './problem.ts'
import type { FlowSubject } from './subject.ts'

/** What exists at this school, for validation. */
export interface SourceDirectory {
  isPerson: (userId: string) => boolean
  isRole: (code: string) => boolean
  isPosition: (code: string) => boolean
  /** Whether there is a published flow with this code. */
  isFlow: (code: string) => boolean
  /** Codes of the sub-flows of a published flow, transitively. */
  flowsIn: (code: string) => ReadonlySet<string>
  /** Code of the flow being validated, to detect recursion. */
  code?: string
}
export const MAX_LEVELS = 9
type Step = AskStep | CcStep
type Check<S extends ApproverSource> = (step: Step, source: S, about: About) => Problem[]
interface About {
  subject: Pick<FlowSubject, 'entity' | 'form'>
  known: SourceDirectory
  ways: GraphIndex
}
const PEOPLE = new Set(['user', 'teacher', 'student'])

const unknownPeople = (step: Step, userIds: readonly string[], known: SourceDirectory): Problem[] =>
  userIds.filter(id => !known.isPerson(id)).map(person => ofNode(step, 'unknownPerson', { person }))
const unknownRoles = (step: Step, roles: readonly string[], known: SourceDirectory): Problem[] =>
  roles.filter(r => !known.isRole(r)).map(role => ofNode(step, 'unknownRole', { role }))
const CHECKS: { [K in ApproverSource['by']]: Check<Extract<ApproverSource, { by: K }>> } = {
  people: (step, source, { known }) => (source.userIds.length ? unknownPeople(step, source.userIds, known) : [ofNode(step, 'noPeople')]),
  position: (step, { position }, { known }) => (known.isPosition(position) ? [] : [ofNode(step, 'unknownPosition', { position })]),
  relation: (step, { relation }) => (Object.hasOwn(RELATIONS, relation) ? [] : [ofNode(step, 'unknownRelation', { relation })]),
  role: (step, { role }, { known }) => unknownRoles(step, [role], known),
  head: (step, { levelsUp }) => (Number.isInteger(levelsUp) && levelsUp >= 0 && levelsUp <= MAX_LEVELS ? [] : [ofNode(step, 'levels', { levels: levelsUp, most: MAX_LEVELS })]),
  field: (step, { field }, { subject }) => (subject.form.includes(field) && isPersonField(subject.entity, field) ? [] : [ofNode(step, 'personField', { field })]),
  chosen: (step, source, about) => [
    ...unknownPeople(step, source.userIds ?? [], about.known),
    ...unknownRoles(step, source.roles ?? [], about.known),
    ...(source.chooser === 'previous' ? afterSomebody(step, about) : []),
  ],
  previous: (step, _source, about) => afterSomebody(step, about),
  applicant: step => (step.type === 'approve' ? [ofNode(step, 'ownApproval')] : []),
}
function afterSomebody(step: Step, { ways }: About): Problem[] {
  const isAfter = [...waysBefore(ways, step.id)].some(id => {
    const type = ways.node(id)?.type
    return type === 'approve' || type === 'handle'
  })
  return isAfter ? [] : [ofNode(step, 'nobodyBefore')]
}
function waysBefore(ways: GraphIndex, id: string): ReadonlySet<string> {
  const seen = new Set(ways.into(id).map(edge => edge.from))
  for (const at of seen) for (const edge of ways.into(at)) seen.add(edge.from)
  return seen
}
function isPersonField(entity: Entity, name: string): boolean {
  const field = entity.fields[name]
  const one = field?.kind === 'list' ? field.options.of : field
  return one?.kind === 'ref' && PEOPLE.has(one.options.to ?? '')
}

/** Validates the approver source of a step. */
export function sourceProblems(step: Step, about: About): Problem[] {
  const source: ApproverSource | undefined = step.approvers
  if (!source || !Object.hasOwn(CHECKS, source.by)) return [ofNode(step, 'unknownSource')]
  return checkSource(step, source, about)
}
const checkSource = <K extends ApproverSource['by']>(step: Step, source: Extract<ApproverSource, { by: K }>, about: About): Problem[] =>
  (CHECKS[source.by as K] as Check<typeof source>)(step, source, about)
