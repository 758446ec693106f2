/** What a desk sees of a person at its point. */
interface Seen {
  mustCheckId: boolean
  steps: ReadonlyArray<{ code: string; mayConfirm: boolean } | null>
}
/** 30-WS5: the step that is done without a tap where the desk confirms by itself: the only one that may be done here, of somebody whose document need not be looked at. */
export function stepAtOnce({ mustCheckId, steps }: Seen): string | undefined {
  const may = steps.flatMap(step => (step?.mayConfirm ? [step.code] : []))
  return mustCheckId || may.length !== 1 ? undefined : may[0]
}
