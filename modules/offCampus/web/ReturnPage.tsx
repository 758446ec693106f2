import { Undo2 } from 'lucide-react'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { endStay } from '../model/actions.ts'
import { offCampusStay, stayStates } from '../model/off-campus-stay.ts'

const VIEWS = {
  expired: { label: '到期未返校', where: { state: 'expired' }, sort: ['toOn'] },
  soon: { label: '按到期先后', where: { state: 'active' }, sort: ['toOn'] },
  revoked: { label: '撤销待返校', where: { state: 'revoked', 'endedOn.isNull': true }, sort: ['-approvedAt'] },
  back: { label: '已返校', where: { state: 'ended' }, sort: ['-endedOn'] },
} as const
/** 校外住宿 → 到期与返校: who has to renew or to come back. */
export default function ReturnPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof offCampusStay>
      of={offCampusStay}
      title={t('到期与返校')}
      views={views}
      columns={[
        { key: 'studentNo', width: 150 },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'classId', width: 150 },
        { key: 'kind', width: 140 },
        { key: 'toOn', width: 120 },
        { key: 'lastNight', width: 150 },
        { key: 'keepBed', width: 170 },
        { key: 'endedOn', width: 110, hidden: views.view !== 'back' },
        { key: 'endReason', width: 200, align: 'left' },
        ...(['departmentId', 'grade', 'fromOn', 'emergencyName', 'emergencyPhone'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['kind', 'toOn']}
      filters={['studentId', collegeFilter, 'classId', 'kind', 'toOn', 'keepBed']}
      rowActions={row =>
        stayStates.allows(row, 'end') ? (
          <FormButton key="end" of={endStay} input={{ id: row.id }} icon={<Undo2 size={15} />} initial={{ withoutBed: false }} done={t('已登记返校')} />
        ) : null
      }
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('快到期的、到期没有续也没有返校的、撤销后要返校的学生。'),
  who: t('辅导员、学院和学工处。'),
  first: t('返校后点“结束”登记；没有床位的先到宿舍管理安排。'),
})
