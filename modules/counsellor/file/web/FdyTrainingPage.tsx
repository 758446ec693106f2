import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { fdyTraining } from '../model/training.ts'

export const about: PageFile['about'] = () => ({
  use: t('辅导员参加过的校级、省级和国家级培训，和证书。'),
  who: t('辅导员登记自己的；学院和学工处登记、核对和导入。'),
  first: t('培训结束以后登记，写明学时；谁还差学时，在队伍统计里。'),
})
/** 培训记录 */
export default function FdyTrainingPage() {
  return (
    <EntityTable<typeof fdyTraining>
      of={fdyTraining}
      title={t('培训记录')}
      columns={[
        { key: 'teacherId', width: 110, align: 'left' },
        { key: 'name', width: 240, align: 'left' },
        { key: 'level', width: 90 },
        { key: 'from', width: 120 },
        { key: 'to', width: 120 },
        { key: 'hours', width: 90 },
        { key: 'proof', width: 120 },
      ]}
      facts={['level', 'hours', 'from']}
      filters={['teacherId', 'level', 'from']}
      form={{ layout: ['teacherId', 'name', 'level', 'from', 'to', 'hours', 'proof'] }}
    />
  )
}
