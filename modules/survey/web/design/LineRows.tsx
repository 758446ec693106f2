import { Button, Input } from 'antd'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'

interface Line {
  key: string
  label: string
}
interface LineRowsProps<L extends Line> {
  label: string
  lines: readonly L[]
  isFrozen: boolean
  mayAdd: boolean
  add: (lines: readonly L[]) => L
  onChange: (next: L[]) => void
  more?: (line: L, put: (next: L) => void) => ReactNode
}
/** Options or rows of a question, each with its words. */
export function LineRows<L extends Line>({ label, lines, isFrozen, mayAdd, add, onChange, more }: LineRowsProps<L>) {
  return (
    <Stack gap={2} role="group" aria-label={label}>
      <span className="ql-label">{label}</span>
      <EditedRows rows={lines} onChange={onChange}>
        {(line, { at, put, drop }) => (
          <Stack gap={1}>
            <Row gap={1}>
              <Input aria-label={`${label} ${at + 1}`} maxLength={200} value={line.label} onChange={event => put({ ...line, label: event.target.value })} />
              {isFrozen ? null : <Button type="text" aria-label={t('删除')} icon={<X size={15} />} onClick={drop} />}
            </Row>
            {more?.(line, put)}
          </Stack>
        )}
      </EditedRows>
      {mayAdd ? (
        <div>
          <Button size="small" icon={<Plus size={14} />} onClick={() => onChange([...lines, add(lines)])}>
            {t('加一项')}
          </Button>
        </div>
      ) : null}
    </Stack>
  )
}
