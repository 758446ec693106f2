import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { graduationMark } from '../model/item.ts'

/** 毕业管理 → 事项结果: what the school judges itself, mostly by import. */
export default function MarkPage() {
  return (
    <EntityTable<typeof graduationMark>
      of={graduationMark}
      title={t('事项结果')}
      columns={[
        { key: 'studentNo', width: 140 },
        { key: 'studentId', title: t('学生'), width: 120, align: 'left' },
        { key: 'itemId', width: 160 },
        'isMet',
        { key: 'value', width: 200, align: 'left' },
        { key: 'updatedAt', width: 168 },
      ]}
      filters={['studentId', 'itemId', 'isMet']}
      form={{ layout: [{ title: '结果', fields: ['itemId', 'studentId', 'isMet', 'value'] }] }}
    />
  )
}
