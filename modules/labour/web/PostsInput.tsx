import { Button, Input } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { MOST_GROUPS } from '../model/week.ts'

interface Post {
  place: string
  work: string
  tools: string | null
}
/** Three beside each other where there is room. */
const SHARED = { flex: '1 1 140px', width: 'auto' } as const
/** One line for each group: place, work and tools. */
export function PostsInput({ id, value, onChange, disabled, describedBy }: DrawnInput) {
  const rows = (value as readonly Post[] | null) ?? []
  return (
    <Stack gap={2} id={id} aria-describedby={describedBy}>
      <EditedRows rows={rows} onChange={onChange}>
        {(row, { at, put, drop }) => (
          <Row gap={2}>
            <Input
              style={SHARED}
              aria-label={t('地点 {{n}}', { n: at + 1 })}
              placeholder={t('地点')}
              maxLength={100}
              value={row.place}
              disabled={disabled}
              onChange={e => put({ ...row, place: e.target.value })}
            />
            <Input
              style={SHARED}
              aria-label={t('内容 {{n}}', { n: at + 1 })}
              placeholder={t('内容')}
              maxLength={200}
              value={row.work}
              disabled={disabled}
              onChange={e => put({ ...row, work: e.target.value })}
            />
            <Input
              style={SHARED}
              aria-label={t('工具 {{n}}', { n: at + 1 })}
              placeholder={t('工具')}
              maxLength={200}
              value={row.tools ?? ''}
              disabled={disabled}
              onChange={e => put({ ...row, tools: e.target.value || null })}
            />
            <Button type="text" aria-label={t('去掉这一组')} icon={<Trash2 size={15} />} disabled={disabled} onClick={drop} />
          </Row>
        )}
      </EditedRows>
      <Button type="dashed" icon={<Plus size={15} />} disabled={disabled || rows.length >= MOST_GROUPS} onClick={() => onChange([...rows, { place: '', work: '', tools: null }])}>
        {t('加一组')}
      </Button>
    </Stack>
  )
}
