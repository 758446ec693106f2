import { type Row, refusalOf } from '#model'
import { rules } from '#server/context.ts'
import { chargeItem, NATURES } from '../model/charge-item.ts'

type Draft = Partial<Row<typeof chargeItem>>
/** 40-F3: service and agency items are the student's own choice; administrative ones are filed with the price authority. */
function check({ name, nature, filingNo, optional }: Draft): void {
  if (nature === 'administrative' && !filingNo) throw refusalOf(chargeItem, 'filing', { name }, 'filingNo')
  if ((nature === 'service' || nature === 'agency') && !optional) throw refusalOf(chargeItem, 'optional', { name, nature: { text: NATURES[nature] } }, 'optional')
}
export default rules(chargeItem, {
  add: async (_ctx, draft) => check(draft),
  update: async (_ctx, row, patch) => check({ ...row, ...patch }),
})
