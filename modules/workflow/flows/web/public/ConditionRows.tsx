import { Button, Input } from 'antd'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Fact, sayCondition } from '#flow/index.ts'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import type { NamedCondition } from '../../model/explain.ts'
import { ConditionInput } from './ConditionInput.tsx'
import { say } from './labels.ts'

interface ConditionRowsProps {
  conditions: readonly NamedCondition[]
  facts: readonly Fact[]
  disabled?: boolean
  onChange: (next: NamedCondition[]) => void
  /** Below the sentence of each. */
  more?: (one: NamedCondition, put: (next: NamedCondition) => void) => ReactNode
  /** Buttons beside the one that adds a condition. */
  children?: ReactNode
}
/** Conditions in place: each has a name, and reads as a sentence while it is put together. */
export const ConditionRows = ({ conditions, facts, disabled = false, onChange, more, children }: ConditionRowsProps) => (
  <Stack>
    <EditedRows rows={conditions} onChange={onChange}>
      {(one, { put, drop }) => (
        <Stack as="section" gap={2} aria-label={one.name || t('条件')}>
          <Input
            aria-label={t('条件名称')}
            placeholder={t('条件名称')}
            maxLength={60}
            disabled={disabled}
            value={one.name}
            onChange={event => put({ ...one, name: event.target.value })}
            suffix={<Button type="text" size="small" disabled={disabled} aria-label={t('去掉这个条件')} icon={<X size={15} />} onClick={drop} />}
          />
          <ConditionInput condition={one.when} facts={facts} disabled={disabled} onChange={when => put({ ...one, when })} />
          <small className="ql-quiet">{sayCondition(one.when, facts, say)}</small>
          {more?.(one, put)}
        </Stack>
      )}
    </EditedRows>
    <Row>
      <Button type="dashed" icon={<Plus size={14} />} disabled={disabled} onClick={() => onChange([...conditions, { name: '', when: { all: [] } }])}>
        {t('增加条件')}
      </Button>
      {children}
    </Row>
  </Stack>
)
