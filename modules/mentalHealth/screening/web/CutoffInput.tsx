import { Button, Input, InputNumber, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { LEVELS } from '../../attention/model/attention-case.ts'
import { type Cutoff, MEASURES } from '../model/scoring.ts'

const choices = (of: Readonly<Record<string, string>>) => Object.entries(of).map(([value, label]) => ({ value, label: t(label) }))
type Line = { [K in keyof Cutoff]?: Cutoff[K] | undefined }
/** From which value on which level is proposed, and who says so. */
export function CutoffInput({ id, value, onChange, disabled, describedBy }: DrawnInput) {
  const rows = (Array.isArray(value) ? value : []) as Line[]
  return (
    <Stack gap={2} id={id} aria-describedby={describedBy}>
      <EditedRows rows={rows} onChange={onChange}>
        {(line, { put, drop }) => (
          <Row gap={2}>
            <Select
              aria-label={t('看什么')}
              style={{ width: 130 }}
              disabled={disabled}
              value={line.measure ?? null}
              options={choices(MEASURES)}
              onChange={measure => put({ ...line, measure })}
            />
            <InputNumber aria-label={t('从几分起')} min={0} disabled={disabled} value={line.least ?? null} onChange={least => put({ ...line, least: least ?? undefined })} />
            <Select
              aria-label={t('建议关注等级')}
              style={{ width: 90 }}
              disabled={disabled}
              value={line.level ?? null}
              options={choices(LEVELS)}
              onChange={level => put({ ...line, level })}
            />
            <Input aria-label={t('出处')} placeholder={t('出处')} disabled={disabled} value={line.source ?? ''} onChange={e => put({ ...line, source: e.target.value })} />
            <Button type="text" aria-label={t('去掉')} icon={<X size={15} />} disabled={disabled} onClick={drop} />
          </Row>
        )}
      </EditedRows>
      <Button type="dashed" icon={<Plus size={14} />} disabled={disabled} onClick={() => onChange([...rows, { measure: 'total' }])}>
        {t('增加一行')}
      </Button>
    </Stack>
  )
}
