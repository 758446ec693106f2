interface Waiting<A, T> {
  ask: A
  answer: (asks: readonly A[]) => Promise<readonly T[]>
  done(found: T): void
  failed(error: unknown): void
}
/** Batches concurrent reads: requests arriving while a query runs wait and share the next one, in order. Nobody gets data read before their request. */
export function batched<A, T>(): (key: string, ask: A, answer: Waiting<A, T>['answer']) => Promise<T> {
  const lines = new Map<string, Array<Waiting<A, T>>>()
  const serve = async (key: string, line: Array<Waiting<A, T>>): Promise<void> => {
    for (let now = line.splice(0); now[0]; now = line.splice(0)) {
      try {
        const found = await now[0].answer(now.map(w => w.ask))
        now.forEach((w, i) => {
          w.done(found[i] as T)
        })
      } catch (error) {
        for (const w of now) w.failed(error)
      }
    }
    lines.delete(key)
  }
  return (key, ask, answer) =>
    new Promise((done, failed) => {
      const one = { ask, answer, done, failed }
      const line = lines.get(key)
      if (line) return void line.push(one)
      const begun = [one]
      lines.set(key, begun)
      void serve(key, begun)
    })
}
