import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { examSession } from '../model/session.ts'

/** 招生考试 → 考试场次. */
export default function SessionPage() {
  return (
    <EntityTable<typeof examSession>
      of={examSession}
      title={t('考试场次')}
      columns={[
        { key: 'batchId', width: 220, align: 'left' },
        { key: 'subject', width: 120 },
        { key: 'date', width: 120 },
        { key: 'from', width: 90 },
        { key: 'to', width: 90 },
      ]}
      filters={['batchId', 'subject']}
      form={{ layout: ['batchId', 'subject', 'date', 'from', 'to'] }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('每科什么时候考。报了有这一科的计划的考生都要考。'),
  who: t('招生办设置。'),
  first: t('先新建考务安排，再给每一科录入日期和时间；同一名考生的两科不能重叠。'),
})
