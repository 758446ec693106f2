import { Button, Input } from 'antd'
import { Plus, X } from 'lucide-react'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'

interface Level {
  name: string
}
/** Levels of a certificate, from the lowest to the highest. */
export function LevelsInput({ value, onChange, disabled, status }: DrawnInput) {
  const rows = (Array.isArray(value) ? value : []) as Level[]
  return (
    <Stack gap={2}>
      <EditedRows rows={rows} onChange={onChange}>
        {(one, row) => (
          <Row gap={2}>
            <Input
              aria-label={t('等级 {{n}}', { n: row.at + 1 })}
              maxLength={30}
              value={one.name}
              status={status}
              disabled={disabled}
              onChange={e => row.put({ name: e.target.value })}
            />
            <Button type="text" aria-label={t('去掉')} icon={<X size={15} />} disabled={disabled} onClick={row.drop} />
          </Row>
        )}
      </EditedRows>
      <Button type="dashed" icon={<Plus size={14} />} disabled={disabled} onClick={() => onChange([...rows, { name: '' }])}>
        {t('增加等级')}
      </Button>
    </Stack>
  )
}
