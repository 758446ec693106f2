import sql from 'sql-template-tag'
import type { Phrase, Wording } from '#model'
import type { Db } from '#server/context.ts'
import { welcomeSources } from '#server/extensions/welcome-steps.ts'
import { isStoppedFor, SETTLED, stepStates } from '../model/step-state.ts'
import type { Member, State, Step } from './people.ts'

const isSettled = ({ state }: Pick<State, 'state'>): boolean => (SETTLED as readonly string[]).includes(state)
/** 30-WS2: what each step that is not settled waits for, of one person: every missing predecessor with its value, and what its own source lacks. */
export async function reasonsOf(db: Db, member: Member, steps: readonly Step[], states: ReadonlyMap<string, State>): Promise<ReadonlyMap<string, Phrase[]>> {
  const { studentId, batchId } = member
  const open = steps.filter(s => {
    const state = states.get(s.code)
    return state && !isSettled(state)
  })
  const values = new Map<string, Wording>()
  for (const step of open) {
    const source = db.registered(welcomeSources).find(s => s.code === step.autoSource)
    if (!source?.lacking || !source.said) continue
    const [row] = await db.query<{ actual: string }>(sql`select x.actual from (${source.lacking(db, sql`select ${studentId}::uuid`, batchId)}) x`)
    if (row) values.set(step.code, source.said(row.actual))
  }
  const stopped = await stoppedOf(db, member)
  const missing = (step: Step): Phrase[] => [
    ...(stopped && isStoppedFor(member, step) ? [{ text: '{step}：{why}', values: { step: { text: stopped.title }, why: stopped.why } }] : []),
    ...(step.dependsOn ?? []).flatMap(code => {
      const [before, state] = [steps.find(s => s.code === code), states.get(code ?? '')]
      if (!before || !state || isSettled(state)) return []
      return { text: '{step}：{why}', values: { step: { text: before.name }, why: values.get(before.code) ?? { text: stepStates.labels[state.state] } } }
    }),
  ]
  return new Map(open.map(step => [step.code, [...missing(step), ...(values.has(step.code) ? [{ text: '{why}', values: { why: values.get(step.code) as Wording } }] : [])]]))
}
/** What has stopped the required steps on site of this person, and what it says. */
async function stoppedOf(db: Db, { batchId, studentId, stoppedBy }: Member): Promise<{ title: string; why: Wording } | undefined> {
  const source = db.registered(welcomeSources).find(s => s.code === stoppedBy)
  if (!source) return undefined
  const [row] = source.lacking ? await db.query<{ actual: string }>(sql`select x.actual from (${source.lacking(db, sql`select ${studentId}::uuid`, batchId)}) x`) : []
  return { title: source.title, why: (row && source.said?.(row.actual)) ?? { text: '停办' } }
}
