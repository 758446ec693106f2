interface Needing {
  code: string
  needs: readonly string[]
}
/** Sorts modules, or parts of one, after what they need; a cycle or an unknown name stops the start. */
export function byNeeds<T extends Needing>(items: readonly T[], what = 'module'): T[] {
  const known = new Map(items.map(item => [item.code, item]))
  const done = new Map<string, T>()
  const visit = (item: T, path: readonly string[]): void => {
    if (done.has(item.code)) return
    if (path.includes(item.code)) throw new Error(`${what}s need each other in a circle: ${[...path, item.code].join(' → ')}`)
    for (const need of item.needs) {
      const other = known.get(need)
      if (!other) throw new Error(`${what} ${item.code} needs ${need}, which does not exist`)
      visit(other, [...path, item.code])
    }
    done.set(item.code, item)
  }
  for (const item of [...items].sort((a, b) => a.code.localeCompare(b.code))) visit(item, [])
  return [...done.values()]
}
