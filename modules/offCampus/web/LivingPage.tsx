import { LogOut, Undo2 } from 'lucide-react'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { endStay, revokeStay, sharedAddresses } from '../model/actions.ts'
import { offCampusReport } from '../model/off-campus-report.ts'
import { offCampusStay, stayStates } from '../model/off-campus-stay.ts'

const VIEWS = {
  living: { label: '在外住宿', where: { state: 'active' }, sort: ['toOn'] },
  unchecked: { label: '该走访了', where: { state: 'active', isCheckDue: true }, sort: ['checkDueAt'] },
  unreached: { label: '没有联系上', where: { state: 'active', 'unreached.ge': '1' }, sort: ['lastCheckAt'] },
  unwell: { label: '报告有情况', where: { state: 'active', isUnwell: true }, sort: ['-reportedAt'] },
  shared: { label: '同址' },
  reports: { label: '安全报告', sort: ['-createdAt'] },
} as const
/** 校外住宿 → 在外名单: who lives outside now, where, and what they report. */
export default function LivingPage() {
  const views = useView(VIEWS)
  if (views.view === 'shared')
    return (
      <Page title={t('在外名单')} views={<ViewSwitch of={views} />}>
        <Shared />
      </Page>
    )
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
        { key: 'distanceKm', width: 130 },
        { key: 'sharing', width: 130 },
        { key: 'toOn', width: 120 },
        { key: 'reportedAt', width: 150 },
        { key: 'lastCheckAt', width: 150 },
        ...(
          [
            'departmentId',
            'grade',
            'cantonCode',
            'landlordName',
            'landlordPhone',
            'cohabitants',
            'emergencyName',
            'emergencyPhone',
            'keepBed',
            'reportDueAt',
            'checkDueAt',
            'fromOn',
          ] as const
        ).map(key => ({
          key,
          hidden: true,
        })),
      ]}
      facts={['kind', 'toOn', 'sharing']}
      filters={['studentId', collegeFilter, 'classId', 'kind', 'distanceKm', 'toOn', 'keepBed']}
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
/** Addresses that several students share. */
function Shared() {
  const read = useRead(sharedAddresses, {})
  return (
    <Loaded of={read} empty={data => !data.groups.length && t('没有 {{n}} 人以上同住的地址', { n: data.least })}>
      {data => (
        <Sheet label={t('同址')}>
          <PlainTable
            label={t('同址')}
            rows={data.groups.flatMap(g => g ?? [])}
            keyOf={g => g.people.map(p => p?.id).join(' ')}
            isCardsOnPhone
            columns={[
              [t('地址'), g => [g.placeName, g.address].filter(Boolean).join(' '), { isHead: true }],
              [t('同址人数'), g => g.people.length, { isNumber: true }],
              [t('学生'), g => g.people.flatMap(p => (p ? [p.className ? `${p.name}（${p.className}）` : p.name] : [])).join(t('、'))],
            ]}
          />
        </Sheet>
      )}
    </Loaded>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('现在住在校外的学生、住处、同址人数和每月的安全报告。'),
  who: t('辅导员看所带班级，学院和学工处看各自范围。'),
  first: t('同一地址住三人以上的要留意；隐患不能整改的点“撤销”。'),
})
