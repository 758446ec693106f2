import { refusalOf } from '#model'
import { compute, rules } from '#server/context.ts'
import { type MhScale, mhScale } from '../model/scale.ts'
import { MEASURES, rangeOf } from '../model/scoring.ts'

/** A cut-off lies within what the scale can give, and no two begin at the same value. */
function check(scale: MhScale): void {
  const seen = new Set<string>()
  for (const one of scale.cutoffs) {
    if (!one) continue
    const { measure, least } = one
    const label = { text: MEASURES[measure] }
    if (measure === 'risk' && !scale.riskItems.length) throw refusalOf(mhScale, 'noRisk', { name: scale.name }, 'cutoffs')
    const [from, to] = measure === 'risk' ? ([1, 1] as const) : rangeOf(scale, measure)
    if (least < from || least > to) throw refusalOf(mhScale, 'range', { measure: label, from, to, least }, 'cutoffs')
    if (seen.has(`${measure} ${least}`)) throw refusalOf(mhScale, 'twice', { measure: label, least }, 'cutoffs')
    seen.add(`${measure} ${least}`)
  }
}
const records = rules(mhScale, {
  async update(_ctx, row, patch) {
    check({ ...row, ...patch } as MhScale)
  },
})
const online = compute(mhScale, ['isOnline'], async (_ctx, rows) => {
  for (const row of rows) Object.assign(row, { isOnline: (row.items ?? []).length > 0 })
})
export default [records, online]
