import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { alumniDayPass } from '../model/activity.ts'

/** 校友入校名单, for the gate: who comes on which days. */
export default function AlumniPassPage() {
  return (
    <EntityTable<typeof alumniDayPass>
      of={alumniDayPass}
      title={t('校友入校名单#many')}
      columns={[
        { key: 'name', width: 140 },
        { key: 'people', width: 80 },
        { key: 'plate', width: 120 },
        { key: 'fromDay', width: 120 },
        { key: 'toDay', width: 120 },
        { key: 'activityId', width: 220, align: 'left' },
      ]}
      facts={['people', 'fromDay', 'toDay']}
      filters={['fromDay', 'activityId']}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('参加活动的校友和同行的人，当天凭姓名入校。'),
  who: t('校友工作办公室，和学校让看的门卫。'),
  first: t('按日期筛选，可以导出给门卫；活动结束几天后自动删除。'),
})
