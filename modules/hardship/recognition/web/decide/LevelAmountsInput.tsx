import { InputNumber } from 'antd'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useDict } from '#web/values/useDict.ts'
import { aidLevel } from '../../../levels/model/dictionaries.ts'

const FEN = 100
/** What a person of each level gets in a year, for the comparison with the budget. */
export function LevelAmountsInput({ value, onChange, disabled }: DrawnInput) {
  const amounts = (value ?? {}) as Readonly<Record<string, number>> // the field's declared type
  return (
    <Stack gap={2}>
      {useDict(aidLevel).map(({ key, label }) => (
        <Row key={key} spread="between">
          <span>{label}</span>
          <InputNumber
            aria-label={label}
            disabled={disabled}
            value={amounts[key] ? amounts[key] / FEN : null}
            min={0}
            precision={0}
            suffix={t('元/年')}
            onChange={yuan => onChange({ ...amounts, [key]: Math.round((yuan ?? 0) * FEN) })}
          />
        </Row>
      ))}
    </Stack>
  )
}
