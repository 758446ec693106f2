import type { Measure, MeasureOf } from '#model'
import { extensionPoint } from '../base/extension-point.ts'
import type { Ctx } from '../context.ts'

/** What a measure is counted with: `db.visible` reaches what the screen may count. */
export interface MeasureContext extends Ctx {
  /** The moment it is counted for. */
  now: Date
  /** A moment that is over is shown again: what came after it must not be seen. */
  isReplay: boolean
  showRooms: boolean
}
export interface MeasureComputation {
  kind: 'reckoning'
  measure: Measure
  run: (reading: MeasureContext) => Promise<Record<string, unknown>>
}
export const measureComputations = extensionPoint<MeasureComputation>('reckoning', { id: r => r.measure.code })
/** Registration of a module's server file: how the numbers of a measure come about. Sums only; names of people have no place in it. */
export const computeMeasure = <M extends Measure>(measure: M, run: (reading: MeasureContext) => Promise<MeasureOf<M>>): MeasureComputation =>
  measureComputations.make({ measure, run: run as unknown as MeasureComputation['run'] })
