import type { PAY_MODES } from '../../posts/model/post.ts'

interface Pay {
  payMode: keyof typeof PAY_MODES
  rate: number
  /** Hours a month is planned to have, for those paid by it. */
  planned: number
}
/** 40-W7: hours × rate, or the month's base in proportion to the planned hours and never more. In fen, rounded half-up once (40-M5). */
export const amountOf = (hours: number, { payMode, rate, planned }: Pay): number => Math.round(payMode === 'hourly' ? hours * rate : rate * Math.min(1, hours / planned))

/** A table of tax: `800:20` takes 20 % of what exceeds 800 yuan. */
export interface TaxStep {
  above: number
  percent: number
}
const STEP = /^(\d{1,7}):(\d{1,2})$/
/** Steps of the parameter, lowest first; what is not of this form is left out. */
export const taxSteps = (table: string): TaxStep[] =>
  table
    .split(/[,，\s]+/)
    .flatMap(part => {
      const [, above, percent] = STEP.exec(part) ?? []
      return above && percent ? [{ above: Number(above) * 100, percent: Number(percent) }] : []
    })
    .sort((a, b) => a.above - b.above)
/** Tax on an amount in fen: each step on what lies above it, up to the next. */
export const taxOn = (amount: number, steps: readonly TaxStep[]): number =>
  Math.round(steps.reduce((sum, { above, percent }, n) => sum + (Math.max(0, Math.min(amount, steps[n + 1]?.above ?? amount) - above) * percent) / 100, 0))
