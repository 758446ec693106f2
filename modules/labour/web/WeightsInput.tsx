import { InputNumber } from 'antd'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { DEFAULT_WEIGHTS, type Weights } from '../model/rules.ts'

const PARTS = { attendance: '出勤', performance: '表现', report: '报告' } as const
/** What the score of a project is made of, together 100. */
export function WeightsInput({ id, value, onChange, disabled, describedBy }: DrawnInput) {
  const weights = (value as Weights | null) ?? DEFAULT_WEIGHTS
  return (
    <Row gap={2} id={id} aria-describedby={describedBy}>
      {(Object.keys(PARTS) as Array<keyof Weights>).map(part => (
        <InputNumber
          key={part}
          aria-label={t(PARTS[part])}
          prefix={t(PARTS[part])}
          suffix="%"
          min={0}
          max={100}
          precision={0}
          disabled={disabled}
          value={weights[part]}
          onChange={n => onChange({ ...weights, [part]: n ?? 0 })}
        />
      ))}
    </Row>
  )
}
