import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { activityEnrolment } from '../model/enrolment.ts'

const VIEWS = {
  all: { label: '全部' },
  waiting: { label: '候补', where: { 'state.in': 'waiting,offered' }, sort: ['seq'] },
  admitted: { label: '有名额', where: { state: 'admitted' } },
} as const
/** 活动报名: who takes part, who waits in which order. */
export default function ActivityEnrolmentPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof activityEnrolment>
      of={activityEnrolment}
      title={t('活动报名')}
      views={views}
      columns={[
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'studentNo', width: 130 },
        { key: 'classId', width: 130 },
        { key: 'activityId', width: 200, align: 'left' },
        { key: 'seq', width: 90 },
        { key: 'enrolledAt', width: 160 },
        { key: 'state', width: 100 },
        { key: 'note', width: 180, align: 'left' },
        { key: 'offeredUntil', hidden: true },
        { key: 'cancelledAt', hidden: true },
        { key: 'departmentId', hidden: true },
      ]}
      facts={['activityId', 'state', 'enrolledAt']}
      filters={['activityId', 'studentId', 'classId', 'state']}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('谁报了哪个活动、录取还是候补。'),
  who: t('团委、学工处、学院和辅导员看各自范围的学生；指导教师看自己指导的活动。'),
  first: t('要把谁移出，在“活动”里打开它的报名名单；名额自动给候补的第一位。'),
})
