import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { societyChange } from '../model/change.ts'

const VIEWS = {
  open: { label: '在办', where: { 'state.in': 'pending,returned,approved' } },
  done: { label: '已生效', where: { state: 'done' } },
  all: { label: '全部' },
} as const
/** 社团管理 → 变更 */
export default function SocietyChangePage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof societyChange>
      of={societyChange}
      title={t('社团变更#many')}
      views={views}
      toolbar={<ApprovalsLink of="societyChange" />}
      columns={[
        { key: 'societyId', width: 170, align: 'left' },
        { key: 'kind', width: 140 },
        { key: 'before', width: 140, align: 'left' },
        { key: 'after', width: 140, align: 'left' },
        { key: 'studentId', width: 110 },
        { key: 'effectiveAt', width: 150 },
        { key: 'agreedAt', width: 150 },
        { key: 'state', width: 100 },
        { key: 'doneOn', width: 120 },
        ...(['reason', 'minutes', 'charter'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['societyId', 'kind', 'after']}
      filters={['societyId', 'kind', 'doneOn']}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('社团的换届、更名、更换指导教师和业务指导单位、修改章程。'),
  who: t('团委看全校的，指导单位和指导教师看自己的。'),
  first: t('轮到你的在“待我审批”；通过后自动生效，换届到约定的时间生效。'),
})
