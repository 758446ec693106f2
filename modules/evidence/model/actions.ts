import { action, bool, list, pickFields, ref, shape, text } from '#model'
import { evidence } from './evidence.ts'

const need = { required: true } as const
/** Takes an entry back: a reversal stands against it from now on. */
export const reverseEvidence = action('evidence.evidence.reverse', '冲销佐证', {
  input: { id: ref('evidence', '佐证', need), reason: text('原因', { ...need, min: 4, max: 200, multiline: true }) },
  output: 'none',
  inScope: true,
  refusals: evidence.options.refusals ?? {},
})
const entry = shape('佐证', {
  id: text('编号', { ...need, max: 36 }),
  ...pickFields(evidence.fields, ['occurredOn', 'xn', 'xqM', 'kind', 'level', 'place', 'teamRole', 'quantity', 'title']),
  source: text('来源', { ...need, max: 60 }),
  isReversed: bool('已冲销', need),
  reason: text('冲销原因', { max: 200 }),
})
/** 我的成长: the caller's own entries, the latest first. */
export const myGrowth = action('evidence.evidence.mine', '我的成长', { method: 'GET', output: { entries: list('佐证', entry, need) } })
