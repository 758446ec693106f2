import type { ReactNode } from 'react'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { labourAccount, labourHours } from '../model/hours.ts'
import { NEEDS } from '../model/plan.ts'

const VIEWS = { entries: '明细', totals: '合计' } as const
export const about: PageFile['about'] = () => ({
  use: t('每个学生的劳动学时从哪里来：一笔只记一次，不改不删，更正另记一笔。'),
  who: t('学工处、学院和辅导员看各自范围内的学生。'),
  first: t('学时有疑问先到考勤核验更正，再重新结算项目。'),
})
/** 学时台账 */
export default function HoursPage() {
  const views = useView(VIEWS)
  const shown = <ViewSwitch of={views} />
  return views.view === 'entries' ? <Entries views={shown} /> : <Totals views={shown} />
}
const Entries = ({ views }: { views: ReactNode }) => (
  <EntityTable<typeof labourHours>
    of={labourHours}
    title={t('学时台账')}
    views={views}
    columns={[
      { key: 'studentId', width: 110, align: 'left' },
      { key: 'studentNo', width: 130 },
      { key: 'title', width: 240, align: 'left' },
      { key: 'kind', title: t('类别'), width: 130 },
      { key: 'hours', width: 90 },
      { key: 'occurredOn', width: 120 },
      { key: 'reason', hidden: true },
    ]}
    facts={['studentId', 'kind', 'occurredOn']}
    filters={['studentId', 'kind', 'occurredOn']}
  />
)
const Totals = ({ views }: { views: ReactNode }) => (
  <EntityTable<typeof labourAccount>
    of={labourAccount}
    title={t('学时台账')}
    views={views}
    columns={[{ key: 'studentId', width: 110, align: 'left' }, { key: 'studentNo', width: 130 }, ...Object.values(NEEDS).map(key => ({ key, width: 140 }))]}
    facts={['studentId']}
    filters={['studentId']}
  />
)
