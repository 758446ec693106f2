import { minutesOf } from '../../model/time.ts'

export interface Block<E> {
  entry: E
  /** Minutes since midnight. */
  from: number
  to: number
  lane: number
  lanes: number
}
/** Lays out overlapping entries in columns: first free column each, equal width within a cluster. */
export function lanesOf<E>(entries: readonly E[], spanOf: (entry: E) => { begin: string; end: string }): Array<Block<E>> {
  const blocks = entries
    .map(entry => {
      const { begin, end } = spanOf(entry)
      const from = minutesOf(begin)
      return { entry, from, to: Math.max(minutesOf(end), from + 20), lane: 0, lanes: 1 }
    })
    .sort((a, b) => a.from - b.from || b.to - a.to)
  let cluster: Array<Block<E>> = []
  let until = -1
  const close = () => {
    const lanes = Math.max(1, ...cluster.map(b => b.lane + 1))
    for (const block of cluster) block.lanes = lanes
  }
  for (const block of blocks) {
    if (block.from >= until) {
      close()
      cluster = []
    }
    const taken = new Set(cluster.filter(b => b.to > block.from).map(b => b.lane))
    while (taken.has(block.lane)) block.lane++
    cluster.push(block)
    until = Math.max(until, block.to)
  }
  close()
  return blocks
}
