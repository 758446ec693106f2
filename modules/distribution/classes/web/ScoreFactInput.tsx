import { Select } from 'antd'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { scoreFacts } from '../model/actions.ts'

/** What the score is, among the numbers that the modules know about students. */
export function ScoreFactInput({ id, value, onChange, disabled, status, describedBy }: DrawnInput) {
  const read = useRead(scoreFacts, {})
  return (
    <Select
      id={id}
      aria-describedby={describedBy}
      disabled={disabled}
      status={status}
      allowClear
      loading={read.isPending}
      placeholder={t('不按成绩')}
      value={typeof value === 'string' && value ? value : undefined}
      options={(read.data ?? []).map(f => ({ value: f.name, label: f.group ? `${t(f.group)} · ${t(f.label)}` : t(f.label) }))}
      onChange={next => onChange(next ?? null)}
    />
  )
}
