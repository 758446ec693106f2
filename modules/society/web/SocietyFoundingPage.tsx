import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { societyFounding } from '../model/founding.ts'

const VIEWS = {
  open: { label: '在办', where: { 'state.in': 'gathering,pending,returned,publicised' } },
  done: { label: '已成立', where: { state: 'established' } },
  all: { label: '全部' },
} as const
/** 社团管理 → 成立 */
export default function SocietyFoundingPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof societyFounding>
      of={societyFounding}
      title={t('社团成立#many')}
      views={views}
      toolbar={<ApprovalsLink of="societyFounding" />}
      columns={[
        { key: 'name', width: 180, align: 'left' },
        { key: 'category', width: 110 },
        { key: 'level', width: 80 },
        { key: 'studentId', width: 110 },
        { key: 'studentNo', width: 140 },
        { key: 'guidanceUnitId', width: 150, align: 'left' },
        { key: 'advisorId', width: 110 },
        { key: 'founders', width: 90 },
        { key: 'gatherUntil', width: 150 },
        { key: 'state', width: 110 },
        ...(['nameEn', 'departmentId', 'purpose', 'meets', 'joinWay', 'charter', 'charterParts', 'rankShare', 'societyId'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['category', 'studentId', 'founders']}
      filters={['category', 'guidanceUnitId', 'advisorId']}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('学生发起的社团：征集到多少发起人、审批到哪一步、公示到什么时候。'),
  who: t('团委看全校的，指导单位和指导教师看自己的。'),
  first: t('轮到你的在“待我审批”；公示无异议的自动成立，进入试运行。'),
})
