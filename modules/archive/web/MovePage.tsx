import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { archiveMove } from '../model/archive-move.ts'

/** 档案管理 → 流转台账 */
export default function MovePage() {
  return (
    <EntityTable<typeof archiveMove>
      of={archiveMove}
      title={t('流转台账')}
      columns={[
        { key: 'at', width: 160 },
        { key: 'kind', width: 90 },
        { key: 'studentNo', width: 130 },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'fileId', width: 150 },
        { key: 'fromHolder', width: 200, align: 'left' },
        { key: 'toHolder', width: 200, align: 'left' },
        { key: 'note', width: 240, align: 'left' },
        { key: 'createdBy', title: t('经办人'), width: 110 },
      ]}
      facts={['studentId', 'toHolder', 'note']}
      filters={['studentId', 'kind', 'at']}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('每份档案的接收、归档、借还、密封、转递，只增不改。'),
  who: t('档案管理员和学工处看全校，学院和辅导员看自己的学生。'),
  first: t('按学生筛选，看一份档案的来龙去脉。'),
})
