import type { CaseState, Effect } from '#flow/index.ts'
import { fill, type Phrase } from '#model'
import type { Ctx } from '#server/context.ts'
import { formatWording, translate } from '#server/i18n/translate.ts'
import { INSTANCE_STATES } from '../model/instance.ts'
import type { Acting, Said } from './announce.ts'
import { type Case, currentNames } from './cases.ts'
import type { CaseCommand } from './run-command.ts'
import type { ChangedTask, LogLine } from './write-case.ts'

/** The system acts without an account. */
export const actorName = ({ userId, nickName }: Acting['me']): string | Phrase => (userId ? nickName : { text: '系统' })
/** Actor and opinion, as shown in messages. */
export const saidBy = ({ me }: Acting, { action, opinion, onBehalfOf }: CaseCommand): Said => ({
  action,
  opinion: opinion ?? null,
  by: onBehalfOf ? { text: '{name}（代{owner}）', values: { name: me.nickName, owner: onBehalfOf.name } } : actorName(me),
})
const standsAt = (c: Case): string => currentNames(c) || INSTANCE_STATES[c.state.state]
/** The record line of the action. */
export function lineOf({ me }: Acting, c: Case, deed: CaseCommand, before: CaseState | undefined): LogLine {
  const { held } = deed
  const from = before && (currentNames({ graph: c.graph, state: before }) || INSTANCE_STATES[before.state])
  return {
    action: deed.action,
    taskId: held?.id ?? null,
    node: held?.task.node ?? deed.node ?? null,
    actorId: me.userId || null,
    onBehalfOf: deed.onBehalfOf?.id ?? null,
    from: from ?? null,
    to: deed.to ?? standsAt(c),
    opinion: deed.opinion ?? null,
    diff: deed.diff ?? null,
    isForced: deed.isForced ?? false,
  }
}
const POLICIES = { owner: '转给流程负责人', upDepartment: '转给上一级部门', superior: '转给上一级（不能审批自己的申请）', skip: '跳过' } as const
/** Record lines of what the flow did automatically. */
export function sideLines(effects: readonly Effect[], changed: readonly ChangedTask[]): LogLine[] {
  const nobody = effects.flatMap(e => (e.kind === 'nobody' ? [{ action: 'nobody' as const, node: e.node, actorId: null, to: POLICIES[e.policy] }] : []))
  const passed = changed.filter(t => t.task.action === 'passed')
  return [...nobody, ...passed.map(({ task }) => ({ action: 'passed' as const, node: task.node, actorId: task.userId }))]
}
/** Step names: built-in ones in the reader's language, a school's own as written. */
export const stepsText = (lang: Ctx['lang'], names: string): string =>
  names
    .split('、')
    .map(name => translate(lang, name))
    .join(lang === 'en' ? ', ' : '、')
/** The title of a case in the reader's language. */
export const titleText = (lang: Ctx['lang'], of: { title: string; phrase: Phrase | null }): string => formatWording(lang, of.phrase ?? of.title)
/** The next step, in a sentence. */
export function nextStepOf(
  lang: Ctx['lang'],
  { state, waitsFor, currentNodes }: { state: CaseState['state']; waitsFor: string | null; currentNodes: string | null },
): string | null {
  if (state === 'returned') return translate(lang, '等申请人修改后重新提交')
  if (state === 'suspended') return translate(lang, '已暂停，等待恢复')
  if (state !== 'pending') return null
  if (!waitsFor) return currentNodes ? fill(translate(lang, '正在“{node}”'), { node: stepsText(lang, currentNodes) }) : null
  return fill(translate(lang, '等 {people} 在“{node}”办理'), { people: waitsFor, node: stepsText(lang, currentNodes ?? '') })
}
