import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { welcomeInfo } from '../model/info.ts'
import { Relatives } from './info/Relatives.tsx'

const VIEWS = {
  all: { label: '全部' },
  unfinished: { label: '没有填完', where: { 'completedAt.isNull': true } },
  needs: { label: '迁户口', where: { movesHousehold: true } },
} as const

/** 迎新 → 信息采集: what new students have told, and who has not told all. */
export default function InformationPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof welcomeInfo>
      of={welcomeInfo}
      views={views}
      columns={[
        { key: 'studentId', width: 120, align: 'left' },
        { key: 'unfinished', width: 240, align: 'left' },
        { key: 'completedAt', width: 160 },
        { key: 'politicalCode', width: 120 },
        { key: 'movesHousehold', width: 110 },
        { key: 'height', width: 80 },
      ]}
      facts={['unfinished', 'completedAt']}
      filters={['studentId.departmentId', 'studentId.classId', 'politicalCode', 'movesHousehold']}
      detail={{ except: ['family', 'sections'], extra: row => <Relatives of={row.family} /> }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('新生到校前填的联系方式、家庭成员、身高体重、健康和户口。'),
  who: t('招生办和学工处看全校，学院和辅导员看自己的学生；健康情况要写明理由才能看。'),
  first: t('看“没有填完”，请辅导员提醒。作息和室友在宿舍的“住宿意愿”里。'),
})
