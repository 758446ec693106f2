/** Does the work for each of these apart: what fails with one does not keep the others waiting. The run fails afterwards with what it met, so that the fault is seen. */
export async function eachApart<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const faults: unknown[] = []
  for (const one of all) {
    try {
      await work(one)
    } catch (fault) {
      faults.push(fault)
    }
  }
  if (faults.length > 1) throw new AggregateError(faults, `${faults.length} of ${all.length} failed: ${faults.map(String).join('; ').slice(0, 500)}`)
  if (faults.length) throw faults[0]
}
