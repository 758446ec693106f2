import { EntityTable } from '#web/records/EntityTable.tsx'
import { subsidyItem } from '../model/item.ts'
import { ConditionsInput } from './ConditionsInput.tsx'

/** 资助补助 → 资助项目: what there is to give, by which fund, to whom. */
export default function ItemPage() {
  return (
    <EntityTable<typeof subsidyItem>
      of={subsidyItem}
      columns={[
        { key: 'code', width: 110, align: 'left' },
        { key: 'name', align: 'left' },
        { key: 'mode', width: 120 },
        { key: 'effect', width: 130 },
        { key: 'frequency', width: 100 },
        { key: 'fundId', width: 150 },
        { key: 'maxPerYear', width: 120 },
        { key: 'urgent', width: 120 },
        { key: 'isEnabled', width: 80 },
      ]}
      filters={['mode', 'effect', 'isEnabled']}
      form={{
        layout: [
          { fields: ['code', 'name', 'mode', 'effect', 'isEnabled'] },
          { title: '金额', fields: ['tiers', 'figure', 'fundId', 'frequency', { field: 'months', when: v => v.frequency === 'monthly' }, 'maxPerYear', 'urgent'] },
          {
            title: '减免',
            fields: [
              { field: 'chargeItemId', when: v => v.effect === 'reduceFee' },
              { field: 'refundsPaid', when: v => v.effect === 'reduceFee' },
            ],
          },
          { title: '对象', fields: [{ field: 'conditions', render: props => <ConditionsInput {...props} /> }, 'exclusions'] },
        ],
      }}
    />
  )
}
