import { advance, type CaseEvent, isAsking, isEnded, type Task } from '#flow/index.ts'
import { fill } from '#model'
import { HOUR_MS } from '#model/days.ts'
import type { Ctx, Db } from '#server/context.ts'
import { formatIssue, translate } from '#server/i18n/translate.ts'
import { settingsOf } from '../../flows/server/api.ts'
import type { CaseVerb } from '../model/case.ts'
import { CASE_REFUSALS } from '../model/decide.ts'
import type { Reading } from './access.ts'
import { CasePeople, concerned } from './case-people.ts'
import { type Case, shortTimeText, stepNamed } from './cases.ts'
import { spoken } from './refusals.ts'
import type { TaskView } from './timeline.ts'

const ALL_BUTTONS = ['reject', 'return', 'transfer', 'delegate', 'addSign', 'cc'] as const
/** The actions available to the reader, and why others they would look for are not. Asks the engine; writes nothing. */
export async function verbsOf(ctx: Ctx, c: Case, reading: Reading, tasks: readonly TaskView[], mine: Task | null): Promise<{ can: CaseVerb[]; cannot: Record<string, string> }> {
  const can = new Set<CaseVerb>(['comment'])
  const cannot: Record<string, string> = {}
  const state = c.state.state
  const isRunning = !isEnded(c.state)
  if (mine && state === 'pending') for (const verb of mineVerbs(c, mine)) can.add(verb)
  if (reading.isApplicant && isRunning) {
    const why = await whyNot(ctx, c, { kind: 'withdraw', by: c.instance.applicantId })
    if (why) cannot.withdraw = why
    else can.add('withdraw')
    if (state === 'returned') can.add('resubmit')
    can.add('cc')
  }
  if ((reading.isApplicant || reading.isWatching) && state === 'pending' && tasks.some(t => t.state === 'todo')) {
    const why = await urgedLately(ctx, tasks)
    if (why) cannot.urge = why
    else can.add('urge')
  }
  const done = [...c.state.tasks].reverse().find(t => t.userId === ctx.me.userId && t.state === 'done' && t.action === 'approve')
  if (done && state === 'pending') {
    const why = await whyNot(ctx, c, { kind: 'takeBack', task: done.no, by: done.userId })
    if (why) cannot.takeBack = why
    else can.add('takeBack')
  }
  if (reading.isWatching && isRunning && c.instance.applicantId !== ctx.me.userId) for (const verb of forced(ctx, state, reading.isOwner)) can.add(verb)
  return { can: [...can], cannot }
}
function mineVerbs(c: Case, task: Task): CaseVerb[] {
  if (task.kind === 'opinion') return ['answer', 'transfer']
  const step = stepNamed(c.graph, task.node)
  const buttons = (step && isAsking(step) && step.buttons) || ALL_BUTTONS
  return ['approve', ...buttons.filter(b => b !== 'reject' || step?.type !== 'handle')]
}
async function whyNot(ctx: Ctx, c: Case, event: CaseEvent): Promise<string | undefined> {
  const known = new CasePeople(ctx.db, c)
  await known.loadAccounts(concerned(c, event))
  const outcome = advance(c.graph, c.state, event, known.world)
  // the engine only needs more people: that is no refusal
  if (outcome.ok !== false) return undefined
  return formatIssue(ctx.lang, (await spoken(ctx.db, c, outcome.refusal, known)).issues[0] ?? { rule: '', text: '' })
}
/** Minimum interval between two reminders of the same case. */
export const urgeHours = async (db: Db): Promise<number> => (await settingsOf(db)).urgeHours
async function urgedLately({ db, lang }: Ctx, tasks: readonly TaskView[]): Promise<string | undefined> {
  const hours = await urgeHours(db)
  const last = tasks
    .map(t => t.urgedAt)
    .filter(at => at !== null)
    .sort()
    .at(-1)
  if (!last || Date.now() - Date.parse(last) >= hours * HOUR_MS) return undefined
  return fill(translate(lang, CASE_REFUSALS.urgedAlready), { time: shortTimeText(last), hours })
}
const forced = ({ me }: Ctx, state: string, isOwner: boolean): CaseVerb[] => {
  const may = (verb: string): boolean => isOwner || me.permissions.has(`workflow:processInstance:${verb}`)
  return [
    ...(may('suspend') ? [state === 'suspended' ? ('resume' as const) : ('suspend' as const)] : []),
    ...(['jump', 'reassign', 'void'] as const).filter(verb => may(verb) && (verb !== 'jump' || state !== 'suspended')),
  ]
}
