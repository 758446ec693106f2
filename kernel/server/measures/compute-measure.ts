import type { Measure, MeasureOf } from '#model'
import { extensionPoint } from '../base/extension-point.ts'
import type { Ctx } from '../context.ts'

/** Context of a computation: `db.visible` is limited to the screen's data scope. */
export interface MeasureContext extends Ctx {
  /** Moment to compute for. */
  now: Date
  /** Replay of a past moment: later data must be excluded. */
  isReplay: boolean
  /** Whether the screen's key allows what the measure reveals. */
  isRevealed: boolean
}
export interface MeasureComputation {
  kind: 'reckoning'
  measure: Measure
  run: (reading: MeasureContext) => Promise<Record<string, unknown>>
}
export const measureComputations = extensionPoint<MeasureComputation>('reckoning', { id: r => r.measure.code })
/** Registers the computation of a measure; used in a module's server file. Aggregates only, never names of people. */
export const computeMeasure = <M extends Measure>(measure: M, run: (reading: MeasureContext) => Promise<MeasureOf<M>>): MeasureComputation =>
  measureComputations.make({ measure, run: run as unknown as MeasureComputation['run'] })
