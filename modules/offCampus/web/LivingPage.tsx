import { LogOut, Undo2 } from 'lucide-react'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { endStay, revokeStay } from '../model/actions.ts'
import { offCampusReport } from '../model/off-campus-report.ts'
import { offCampusStay, stayStates } from '../model/off-campus-stay.ts'

const VIEWS = {
  living: { label: '在外住宿', where: { state: 'active' }, sort: ['toOn'] },
  unchecked: { label: '没有走访过', where: { state: 'active', 'lastCheckAt.isNull': true }, sort: ['fromOn'] },
  unwell: { label: '报告有情况', where: { state: 'active', isUnwell: true }, sort: ['-reportedAt'] },
  reports: { label: '安全报告', sort: ['-createdAt'] },
} as const
/** 校外住宿 → 在外名单: who lives outside now, where, and what they report. */
export default function LivingPage() {
  const views = useView(VIEWS)
  return views.view === 'reports' ? (
    <EntityTable<typeof offCampusReport>
      of={offCampusReport}
      title={t('安全报告')}
      views={views}
      columns={[
        { key: 'studentNo', width: 150 },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'stillThere', width: 190 },
        { key: 'allWell', width: 90 },
        { key: 'changes', width: 260, align: 'left' },
        { key: 'createdAt', title: t('报告时间'), width: 160 },
      ]}
      facts={['stillThere', 'allWell']}
      filters={['studentId', 'stillThere', 'allWell', 'createdAt']}
    />
  ) : (
    <EntityTable<typeof offCampusStay>
      of={offCampusStay}
      title={t('在外名单')}
      views={views}
      columns={[
        { key: 'studentNo', width: 150 },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'classId', width: 150 },
        { key: 'kind', width: 140 },
        { key: 'address', width: 220, align: 'left' },
        { key: 'sharing', width: 130 },
        { key: 'toOn', width: 120 },
        { key: 'reportedAt', width: 150 },
        { key: 'lastCheckAt', width: 150 },
        ...(
          ['departmentId', 'grade', 'cantonCode', 'landlordName', 'landlordPhone', 'cohabitants', 'emergencyName', 'emergencyPhone', 'keepBed', 'reportDueAt', 'fromOn'] as const
        ).map(key => ({
          key,
          hidden: true,
        })),
      ]}
      facts={['kind', 'toOn', 'sharing']}
      filters={['studentId', collegeFilter, 'classId', 'kind', 'toOn', 'keepBed']}
      rowActions={row => [
        stayStates.allows(row, 'end') ? (
          <FormButton key="end" of={endStay} input={{ id: row.id }} icon={<Undo2 size={15} />} initial={{ withoutBed: false }} done={t('已结束')} />
        ) : null,
        stayStates.allows(row, 'revoke') ? (
          <FormButton key="revoke" of={revokeStay} input={{ id: row.id }} icon={<LogOut size={15} />} danger note={t('撤销后学生要在规定天数内返校住宿。')} done={t('已撤销')} />
        ) : null,
      ]}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('现在住在校外的学生、住处、同址人数和每月的安全报告。'),
  who: t('辅导员看所带班级，学院和学工处看各自范围。'),
  first: t('同一地址住三人以上的要留意；隐患不能整改的点“撤销”。'),
})
