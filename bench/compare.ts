import { type Figures, fire, type Shot } from './load.ts'
import type { Running } from './process.ts'

export const WARM_UP_SECONDS = 3
export const SECONDS = 10

export interface Measured extends Figures {
  /** CPU milliseconds of the server process per request. */
  cpuMs: number
}
/** One side of a comparison. `shots` creates fresh requests where a repeat would be refused. */
export interface Side {
  server: Running
  shots(seconds: number): readonly Shot[]
}
export interface Comparison {
  before: Measured
  ours: Measured
  after: Measured
  /** Ratio of our requests per second to the mean of the two ceiling runs around it. */
  ratio: number
  /** The same ratio for p99 and CPU time. */
  p99: number
  cpu: number
}
export async function measure({ server, shots }: Side, connections: number): Promise<Measured> {
  await fire(server.port, shots(WARM_UP_SECONDS), { connections, seconds: WARM_UP_SECONDS })
  const cpu = server.cpuSeconds()
  const figures = await fire(server.port, shots(SECONDS), { connections, seconds: SECONDS })
  return { ...figures, cpuMs: ((server.cpuSeconds() - cpu) * 1000) / figures.requests }
}
/** Measures the ceiling, ours, and the ceiling again: the machine's speed varies, so only the ratio is meaningful. */
export async function compare(ceiling: Side, ours: Side, connections: number): Promise<Comparison> {
  const before = await measure(ceiling, connections)
  const mine = await measure(ours, connections)
  const after = await measure(ceiling, connections)
  const to = (of: (m: Measured) => number): number => of(mine) / ((of(before) + of(after)) / 2)
  return { before, ours: mine, after, ratio: to(m => m.perSecond), p99: to(m => m.p99), cpu: to(m => m.cpuMs) }
}
/** Repeats the same shots. */
export const repeated =
  (shots: readonly Shot[]): Side['shots'] =>
  () =>
    shots
