import { InputNumber } from 'antd'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useDict } from '#web/values/useDict.ts'
import { aidLevel } from '../../../levels/model/dictionaries.ts'
import type { Threshold } from '../../model/index-model.ts'

/** From which score on each level is suggested; a level without a line is never suggested. */
export function ThresholdsInput({ value, onChange, disabled }: DrawnInput) {
  const lines = (value ?? []) as readonly Threshold[] // the field's declared type
  const put = (level: string, from: number | null) => onChange([...lines.filter(l => l.level !== level), ...(from === null ? [] : [{ level, from }])])
  return (
    <Stack gap={2}>
      {useDict(aidLevel).map(({ key, label }) => (
        <Row key={key} spread="between">
          <span>{label}</span>
          <InputNumber
            aria-label={label}
            prefix={t('不低于')}
            disabled={disabled}
            min={0}
            max={100}
            precision={2}
            value={lines.find(l => l.level === key)?.from ?? null}
            onChange={from => put(key, from)}
          />
        </Row>
      ))}
    </Stack>
  )
}
