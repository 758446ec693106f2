import { parentPort, workerData } from 'node:worker_threads'
import { followProcess } from '#server/base/time-sync.ts'
import { shareRooms } from '../model/engine/share.ts'
import { solve } from '../model/engine/solve.ts'
import type { Order, Said } from './worker-thread.ts'

function work({ input, mode }: Order): Said {
  if (mode !== 'toStudent') return { made: { kind: 'rooms', ...shareRooms(input, mode) } }
  const steps = solve(input)
  for (;;) {
    const step = steps.next()
    if (step.done) return { made: { kind: 'students', ...step.value } }
    parentPort?.postMessage({ progress: step.value } satisfies Said)
  }
}
followProcess()
parentPort?.postMessage(work(workerData as Order))
