import { askedBefore } from '#flow/graph-index.ts'
import { type ApproverSource, type AskStep, isAsking } from '#flow/index.ts'
import type { Db } from '#server/context.ts'
import { candidatesFor } from '../../flows/server/api.ts'
import { personsOf } from './case-people.ts'
import { type Case, nodeName } from './cases.ts'
import { caseRefusal } from './refusals.ts'

type Chosen = Extract<ApproverSource, { by: 'chosen' }>
export interface Choice {
  step: AskStep
  source: Chosen
}
const MOST_CHOSEN = 20
/** Steps whose approvers are chosen by the applicant, or by the approver at step `by`. */
export function choicesOf({ graph }: Pick<Case, 'graph'>, by: 'applicant' | { node: string }): Choice[] {
  return graph.nodes.flatMap(step => {
    const source = isAsking(step) ? step.approvers : undefined
    if (!isAsking(step) || source?.by !== 'chosen') return []
    const isMine = by === 'applicant' ? source.chooser === 'applicant' : source.chooser === 'previous' && askedBefore(graph, step.id).includes(by.node)
    return isMine ? [{ step, source }] : []
  })
}
export interface Candidate {
  userId: string
  name: string
  role: string
}
/** Candidates of a step, without the applicant; empty for a step without a list. */
export const candidatesOf = async (db: Db, c: Pick<Case, 'instance'>, source: Chosen): Promise<Candidate[]> =>
  (await candidatesFor(db, source)).filter(p => p.userId !== c.instance.applicantId)
const hasList = ({ userIds, roles }: Chosen): boolean => Boolean(userIds?.length || roles?.length)

/** Refuses chosen approvers for a step that is not theirs to fill, that are not in its list, or that cannot act. */
export async function checkChosen(db: Db, c: Case, chosen: Readonly<Record<string, readonly string[]>> | null | undefined, by: 'applicant' | { node: string }): Promise<void> {
  const choices = choicesOf(c, by)
  for (const [id, userIds] of Object.entries(chosen ?? {})) {
    const choice = choices.find(x => x.step.id === id)
    if (!choice || !Array.isArray(userIds) || userIds.length > MOST_CHOSEN) throw caseRefusal('unknownStep', { node: nodeName(c.graph, id) }, 'chosen')
    if (!userIds.length) throw caseRefusal('choose', { node: choice.step.name }, 'chosen')
    await checkPeople(db, c, choice, userIds)
  }
}
async function checkPeople(db: Db, c: Case, { source }: Choice, userIds: readonly string[]): Promise<void> {
  const [persons, offered] = await Promise.all([personsOf(db, userIds), hasList(source) ? candidatesOf(db, c, source) : undefined])
  for (const id of userIds) {
    const person = persons.get(id)
    const why =
      id === c.instance.applicantId
        ? '是申请人本人'
        : !person?.isAble
          ? '的账号已停用'
          : person.isStudent
            ? '是学生'
            : offered && !offered.some(o => o.userId === id)
              ? '不在这一步的可选范围内'
              : undefined
    if (why) throw caseRefusal('receiver', { name: person?.name ?? id, why }, 'chosen')
  }
}
