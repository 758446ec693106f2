import { Button, DatePicker, Input } from 'antd'
import { Plus, X } from 'lucide-react'
import type { Field, Fields } from '#model'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { fromDate, toDate } from '#web/inputs/time.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'

type Line = Readonly<Record<string, string | null>>
/** Lines of a file, such as honours: a text or a date for each declared field. */
export function LinesInput({ fields, id, value, onChange, disabled, describedBy }: DrawnInput & { fields: Fields }) {
  const rows = (Array.isArray(value) ? value : []) as Line[]
  return (
    <Stack gap={2} id={id} aria-describedby={describedBy}>
      <EditedRows rows={rows} onChange={onChange}>
        {(line, { put, drop }) => (
          <Row gap={2}>
            {Object.entries(fields).map(([name, field]) => (
              <Cell key={name} field={field} value={line[name] ?? null} disabled={disabled} onChange={next => put({ ...line, [name]: next })} />
            ))}
            <Button type="text" aria-label={t('去掉')} icon={<X size={15} />} disabled={disabled} onClick={drop} />
          </Row>
        )}
      </EditedRows>
      <Button type="dashed" icon={<Plus size={14} />} disabled={disabled} onClick={() => onChange([...rows, Object.fromEntries(Object.keys(fields).map(name => [name, null]))])}>
        {t('增加一行')}
      </Button>
    </Stack>
  )
}
interface CellProps {
  field: Field
  value: string | null
  disabled: boolean
  onChange: (next: string | null) => void
}
const Cell = ({ field, value, disabled, onChange }: CellProps) =>
  field.kind === 'date' ? (
    <DatePicker aria-label={t(field.label)} placeholder={t(field.label)} disabled={disabled} value={value ? fromDate(value) : null} onChange={on => onChange(toDate(on) ?? null)} />
  ) : (
    <Input aria-label={t(field.label)} placeholder={t(field.label)} disabled={disabled} value={value ?? ''} onChange={e => onChange(e.target.value || null)} />
  )
