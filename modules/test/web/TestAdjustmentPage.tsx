import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { testAdjustment } from '../model/attempt.ts'

/** 在线测试 → 考试便利: more time for those who need it, in every test. */
export default function TestAdjustmentPage() {
  return (
    <EntityTable
      of={testAdjustment}
      columns={['studentId', 'extraPercent', 'createdAt']}
      form={{ layout: ['studentId', 'extraPercent', 'reason'], initial: { extraPercent: 25 } }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('给有残疾或疾病的学生延长考试时间，对以后的每次考试都有效。'),
  who: t('学工处、学院和辅导员。原因是敏感信息，每次查看都有记录。'),
  first: t('选学生，填延长的比例和原因。'),
})
