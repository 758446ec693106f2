import { EntityTable } from '#web/records/EntityTable.tsx'
import { fieldPolicy } from '../model/field-policy.ts'

/** 学籍 → 信息变更规则: how each field of a record changes. */
export default function PolicyPage() {
  return (
    <EntityTable<typeof fieldPolicy>
      of={fieldPolicy}
      columns={['field', 'mode', 'proof', 'flow', 'window', { key: 'sort', hidden: true }]}
      filters={['mode']}
      form={{ layout: [{ fields: ['mode', 'proof', 'flow', 'window', 'sort'] }] }}
    />
  )
}
