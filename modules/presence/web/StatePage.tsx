import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { presenceState } from '../model/presence-state.ts'
import { EvidenceButton } from './EvidenceButton.tsx'

const VIEWS = {
  all: { label: '全部' },
  asked: { label: '要过问', where: { 'state.in': 'overdue,unknown' } },
  away: { label: '不在校', where: { 'state.in': 'outShort,onLeave,livingOut,practice,holidayAway' } },
  doubtful: { label: '待核实', where: { confidence: 'low' } },
} as const
export const about: PageFile['about'] = () => ({
  use: t('每名学生现在在哪里、从什么时候起、有多可靠。'),
  who: t('辅导员和班主任看自己的班级，学院和学工处看各自范围。'),
  first: t('状态由请假、门禁、点名、签到等记录自动得出，不能直接改；记录改了，状态跟着变。'),
})
/** 状态名单 */
export default function StatePage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof presenceState>
      of={presenceState}
      title={t('状态名单')}
      views={views}
      columns={[
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'studentNo', width: 130 },
        { key: 'state', width: 110 },
        { key: 'confidence', width: 90 },
        { key: 'since', width: 150 },
        { key: 'classId', width: 170, align: 'left' },
        { key: 'departmentId', width: 170, align: 'left' },
        { key: 'dormId', width: 170, align: 'left' },
        { key: 'isSilent', width: 90, hidden: true },
        { key: 'computedAt', width: 150, hidden: true },
      ]}
      facts={['state', 'since', 'confidence']}
      filters={['state', 'confidence', 'departmentId', 'classId', 'dormId']}
      rowActions={row => (row.studentId ? [<EvidenceButton key="evidence" studentId={row.studentId} />] : [])}
    />
  )
}
