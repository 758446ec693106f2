import { Button, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { EXCLUSION_RULES, WITHIN } from '../model/award-item.ts'

interface Exclusion {
  itemId: string | null
  within: keyof typeof WITHIN
  rule: keyof typeof EXCLUSION_RULES
}
const options = <K extends string>(of: Readonly<Record<K, string>>) => (Object.entries(of) as Array<[K, string]>).map(([value, label]) => ({ value, label: t(label) }))
/** What an item cannot be held together with. */
export function ExclusionsInput({ value, onChange, disabled }: DrawnInput) {
  const rows = (Array.isArray(value) ? value : []) as Exclusion[]
  return (
    <Stack gap={2}>
      <EditedRows rows={rows} onChange={onChange}>
        {(one, row) => (
          <Row gap={2}>
            <RefSelect to="awardItem" aria-label={t('奖项')} placeholder={t('奖项')} value={one.itemId} disabled={disabled} onChange={itemId => row.put({ ...one, itemId })} />
            <Select aria-label={t('范围')} value={one.within} disabled={disabled} options={options(WITHIN)} onChange={within => row.put({ ...one, within })} />
            <Select aria-label={t('规则')} value={one.rule} disabled={disabled} options={options(EXCLUSION_RULES)} onChange={rule => row.put({ ...one, rule })} />
            <Button type="text" aria-label={t('去掉')} icon={<X size={15} />} disabled={disabled} onClick={row.drop} />
          </Row>
        )}
      </EditedRows>
      <Button type="dashed" icon={<Plus size={14} />} disabled={disabled} onClick={() => onChange([...rows, { itemId: null, within: 'year', rule: 'forbid' }])}>
        {t('增加互斥奖项')}
      </Button>
    </Stack>
  )
}
