import { Worker } from 'node:worker_threads'
import type { Measures } from '../model/engine/measures.ts'
import type { Granted } from '../model/engine/share.ts'
import type { Outcome } from '../model/engine/solve.ts'
import type { PlanInput } from '../model/engine/types.ts'
import type { PlanMode } from '../model/plan.ts'

export interface Order {
  input: PlanInput
  mode: PlanMode
}
export type SimulationResult = ({ kind: 'students' } & Outcome) | { kind: 'rooms'; lines: Granted[]; measures: Measures }
export type Said = { progress: number } | { made: SimulationResult }
const MEMORY_MB = 1024
const PATIENCE_MS = 300_000

/** Solves a plan in a worker thread, so that the process stays responsive. `go` receives progress and returns false to cancel. */
export async function workedOut(order: Order, go: (progress: number) => Promise<boolean> = async () => true): Promise<SimulationResult | undefined> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: order, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<SimulationResult | undefined>((done, fail) => {
      timer = setTimeout(() => fail(new Error('a plan took too long')), PATIENCE_MS)
      worker.on('message', (said: Said) => {
        if ('made' in said) done(said.made)
        else void go(said.progress).then(isWanted => isWanted || done(undefined), fail)
      })
      worker.once('error', fail)
      worker.once('exit', () => fail(new Error('a plan ended without an answer')))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
