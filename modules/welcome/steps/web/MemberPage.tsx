import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { type ShownView, useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { welcomeMember, welcomeStepState } from '../model/step-state.ts'
import { MemberSteps } from './member/MemberSteps.tsx'

const VIEWS = {
  all: { label: '全部' },
  waiting: { label: '未到校', where: { 'arrivedAt.isNull': true } },
  arrived: { label: '已到校', where: { 'arrivedAt.isNull': false } },
  unfinished: { label: '未办环节' },
} as const

/** 迎新 → 新生名单: how far each new student is. */
export default function MemberPage() {
  const views = useView(VIEWS)
  if (views.view === 'unfinished') return <Unfinished views={views} />
  return (
    <EntityTable<typeof welcomeMember>
      of={welcomeMember}
      title={t('新生名单')}
      views={views}
      columns={[
        { key: 'studentId', width: 120, align: 'left' },
        { key: 'place', width: 240, align: 'left' },
        { key: 'progress', width: 90 },
        { key: 'next', width: 160, align: 'left' },
        { key: 'arrivedAt', width: 160 },
        { key: 'batchId', hidden: true },
      ]}
      facts={['place', 'progress']}
      filters={['batchId', 'studentId.departmentId', 'studentId.majorId', 'studentId.classId', 'arrivedAt']}
      detail={{ except: ['next'], extra: row => <MemberSteps id={row.id} /> }}
    />
  )
}
/** 30-WS9 */
const Unfinished = ({ views }: { views: ShownView<keyof typeof VIEWS> }) => (
  <EntityTable<typeof welcomeStepState>
    of={welcomeStepState}
    title={t('新生名单')}
    views={<ViewSwitch of={views} />}
    where={{ required: true, 'state.in': 'locked,open,submitted,returned' }}
    columns={[
      { key: 'studentId', width: 120, align: 'left' },
      { key: 'stepName', width: 180, align: 'left' },
      { key: 'state', width: 100 },
      { key: 'remark', width: 240, align: 'left' },
      { key: 'batchId', hidden: true },
    ]}
    filters={['batchId', 'studentId.departmentId', 'studentId.classId']}
    detail={false}
  />
)
export const about: PageFile['about'] = () => ({
  use: t('每个新生办到哪一步，还差什么。'),
  who: t('招生办和学工处看全校，学院和辅导员看自己的学生。'),
  first: t('点一个人看全部环节，可以办结、退回、免办。'),
})
