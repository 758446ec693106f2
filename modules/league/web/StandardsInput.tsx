import { InputNumber } from 'antd'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useDict } from '#web/values/useDict.ts'
import { leagueFeeClass, STUDENT_CLASS } from '../model/member.ts'
import type { Standard } from '../model/plan.ts'

/** 40-G1: what members with wages pay a month. Students pay the figure of the state. */
export function StandardsInput({ value, onChange, disabled }: DrawnInput) {
  const standards = (value ?? []) as readonly Standard[] // the field's declared type
  const classes = useDict(leagueFeeClass).filter(c => c.key !== STUDENT_CLASS)
  const set = (feeClass: string, yuan: number | null) => {
    const others = standards.filter(s => s.feeClass !== feeClass)
    onChange(yuan ? [...others, { feeClass, monthly: Math.round(yuan * 100) }] : others)
  }
  return (
    <Stack gap={2}>
      {classes.map(({ key, label }) => (
        <Row key={key} spread="between">
          <span>{label}</span>
          <InputNumber
            aria-label={t('{{name}}每月', { name: label })}
            disabled={disabled}
            value={(standards.find(s => s.feeClass === key)?.monthly ?? 0) / 100 || null}
            min={0.01}
            precision={2}
            suffix={t('元/月')}
            onChange={yuan => set(key, yuan)}
          />
        </Row>
      ))}
    </Stack>
  )
}
