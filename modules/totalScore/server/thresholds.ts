import { type Row, refusalOf } from '#model'
import { type Db, rules } from '#server/context.ts'
import { tsScheme } from '../model/scheme.ts'
import { COMPARISONS, pointWarning, tsThreshold } from '../model/threshold.ts'
import { isCrossed } from './warnings.ts'

const GATE = 'graduationGate'
async function check(db: Db, { id, schemeId, comparison = 'lt', value = 0, action, isEnabled }: Partial<Row<typeof tsThreshold>>): Promise<void> {
  const scheme = await db.unscoped(tsScheme).lock(schemeId ?? '') // schemes are open to everybody; two gates at once are one too many
  const base = scheme.kind === 'credit' ? 0 : scheme.baseScore
  if (action !== GATE && isCrossed({ comparison, value }, base)) throw refusalOf(tsThreshold, 'base', { base, comparison: { text: COMPARISONS[comparison] }, value }, 'value')
  if (action !== GATE) return
  if (scheme.kind !== 'credit' || comparison !== 'lt') throw refusalOf(tsThreshold, 'gate', {}, 'action')
  const others = await db.unscoped(tsThreshold).all({ schemeId: scheme.id, action: GATE, isEnabled: true }) // open to everybody
  const other = others.find(t => t.id !== id)
  if (isEnabled !== false && other) throw refusalOf(tsThreshold, 'twoGates', { scheme: scheme.name, value: other.value }, 'action')
}
export default rules(tsThreshold, {
  add: ({ db }, draft) => check(db, draft),
  update: ({ db }, row, patch) => check(db, { ...row, ...patch }),
  async remove({ db }, { id, comparison, value }) {
    if (await db.unscoped(pointWarning).count({ thresholdId: id })) throw refusalOf(tsThreshold, 'used', { comparison: { text: COMPARISONS[comparison] }, value }) // of whomever
  },
})
