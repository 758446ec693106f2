import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { activityRate } from '../model/rate.ts'

export const about: PageFile['about'] = () => ({
  use: t('每一类、每一级的活动最多给多少时长、积分和劳动学时。'),
  who: t('团委和学工处设置。'),
  first: t('申请里超过标准的，审批多一步团委；没有设标准的不限。'),
})
/** 活动管理 → 时长积分标准 */
export default function ActivityRatePage() {
  return (
    <EntityTable<typeof activityRate>
      of={activityRate}
      columns={[
        { key: 'category', width: 140 },
        { key: 'level', width: 100 },
        { key: 'hours', width: 150 },
        { key: 'points', width: 120 },
        { key: 'labourHours', width: 140 },
      ]}
      facts={['category', 'level', 'points']}
      filters={['category', 'level']}
    />
  )
}
