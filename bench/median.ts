const RUNS = 15

/** Median of fifteen runs in milliseconds, after one warm-up run. */
export async function median(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i <= RUNS; i++) {
    const began = performance.now()
    await ask()
    times.push(performance.now() - began)
  }
  return times.slice(1).toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] as number
}
