import sql from 'sql-template-tag'
import type { Phrase, Wording } from '#model'
import type { Db } from '#server/context.ts'
import { welcomeSources } from '#server/extensions/welcome-steps.ts'
import { SETTLED, stepStates } from '../model/step-state.ts'
import type { State, Step } from './people.ts'

const isSettled = ({ state }: Pick<State, 'state'>): boolean => (SETTLED as readonly string[]).includes(state)
/** 30-WS2: what each step that is not settled waits for, of one person: every missing predecessor with its value, and what its own source lacks. */
export async function reasonsOf(db: Db, studentId: string, steps: readonly Step[], states: ReadonlyMap<string, State>): Promise<ReadonlyMap<string, Phrase[]>> {
  const open = steps.filter(s => {
    const state = states.get(s.code)
    return state && !isSettled(state)
  })
  const values = new Map<string, Wording>()
  for (const step of open) {
    const source = db.registered(welcomeSources).find(s => s.code === step.autoSource)
    if (!source?.lacking || !source.said) continue
    const [row] = await db.query<{ actual: string }>(sql`select x.actual from (${source.lacking(db, sql`select ${studentId}::uuid`)}) x`)
    if (row) values.set(step.code, source.said(row.actual))
  }
  const missing = (step: Step): Phrase[] =>
    (step.dependsOn ?? []).flatMap(code => {
      const [before, state] = [steps.find(s => s.code === code), states.get(code ?? '')]
      if (!before || !state || isSettled(state)) return []
      return { text: '{step}：{why}', values: { step: { text: before.name }, why: values.get(before.code) ?? { text: stepStates.labels[state.state] } } }
    })
  return new Map(open.map(step => [step.code, [...missing(step), ...(values.has(step.code) ? [{ text: '{why}', values: { why: values.get(step.code) as Wording } }] : [])]]))
}
