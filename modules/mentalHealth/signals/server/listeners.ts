import { onMany } from '#server/context.ts'
import { takeFacts } from './take-facts.ts'

const isText = (value: unknown): value is string => typeof value === 'string'
/** Facts of early warning, as they are told. Nothing is told back. */
export default onMany('warning.signalRaised', 'mentalHealth.signals', async ({ db }, payloads) => {
  const facts = payloads.flatMap(({ signalId, studentId, ruleCode, occurredAt, value }) =>
    isText(signalId) && isText(studentId) && isText(ruleCode) && isText(occurredAt)
      ? [{ studentId, signal: ruleCode, occurredAt, value: typeof value === 'number' ? value : 1, sourceId: signalId }]
      : [],
  )
  await takeFacts(db, facts)
})
