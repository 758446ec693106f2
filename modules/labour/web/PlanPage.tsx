import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { labourPlan } from '../model/plan.ts'

export const about: PageFile['about'] = () => ({
  use: t('每个年级、每种培养层次要完成多少劳动课程、实践和劳动周，达到了给多少学分。'),
  who: t('学工处维护；学院和辅导员可以查看。'),
  first: t('新年级入学前先建好；没有要求的年级不核算达标。'),
})
/** 培养要求 */
export default function PlanPage() {
  return (
    <EntityTable<typeof labourPlan>
      of={labourPlan}
      title={t('培养要求')}
      columns={[
        { key: 'grade', width: 90 },
        { key: 'educationLevel', width: 140, align: 'left' },
        { key: 'courseHours', width: 130 },
        { key: 'dailyHours', width: 150 },
        { key: 'productionHours', width: 130 },
        { key: 'serviceHours', width: 150 },
        { key: 'weeksPerYear', width: 120 },
        { key: 'credit', width: 80 },
        { key: 'minutesPerHour', width: 100 },
      ]}
      filters={['educationLevel', 'grade']}
      form={{
        layout: [
          'educationLevel',
          'grade',
          { title: '学时', fields: ['courseHours', 'dailyHours', 'productionHours', 'serviceHours'] },
          'weeksPerYear',
          'credit',
          'minutesPerHour',
        ],
      }}
    />
  )
}
