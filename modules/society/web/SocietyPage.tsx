import { Link } from 'react-router'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { formatMoney } from '#web/values/format.ts'
import { closeRectification, planRectification, resumeSociety, society, societyStates, suspendSociety } from '../model/society.ts'
import { CHANGES } from './labels.ts'

const VIEWS = {
  living: { label: '现有', where: { 'state.in': 'probation,active,suspended,liquidating' } },
  probation: { label: '试运行', where: { state: 'probation' } },
  suspended: { label: '暂停', where: { 'state.in': 'suspended,liquidating' } },
  all: { label: '全部' },
} as const
/** 社团管理 → 社团 */
export default function SocietyPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof society>
      of={society}
      title={t('社团#many')}
      views={views}
      columns={[
        { key: 'code', width: 100 },
        { key: 'name', width: 170, align: 'left' },
        { key: 'category', width: 110 },
        { key: 'level', width: 80 },
        { key: 'guidanceUnitId', width: 150, align: 'left' },
        { key: 'advisorId', width: 100 },
        { key: 'headId', width: 100 },
        {
          key: 'members',
          width: 110,
          render: row => <Link to={`/society/members?societyId=${row.id}`}>{row.memberCap ? `${row.members}/${row.memberCap}` : row.members}</Link>,
        },
        { key: 'balance', width: 120, render: row => <Link to={`/society/funds?accountId=${row.id}`}>{formatMoney(row.balance)}</Link> },
        { key: 'star', width: 80 },
        { key: 'lastGrade', width: 100 },
        { key: 'state', width: 100 },
        { key: 'branchDue', width: 120, hidden: true },
        ...(
          [
            'departmentId',
            'otherAdvisorIds',
            'joinWay',
            'memberFee',
            'leagueBranchId',
            'foundedOn',
            'meets',
            'rectifyUntil',
            'rectifyPlan',
            'probationUntil',
            'probationProlonged',
            'stateNote',
          ] as const
        ).map(key => ({ key, hidden: true })),
      ]}
      facts={['category', 'level', 'members']}
      filters={['category', 'level', 'guidanceUnitId', 'advisorId', 'star', 'lastGrade', 'joinWay']}
      rowActions={row => [
        societyStates.allows(row, 'suspend') ? <FormButton key="suspend" of={suspendSociety} input={{ id: row.id }} danger changes={CHANGES} /> : null,
        ...(row.rectifyUntil
          ? [
              <FormButton key="plan" of={planRectification} input={{ id: row.id }} initial={{ activities: row.rectifyPlan ?? [] }} changes={CHANGES} />,
              <FormButton key="close" of={closeRectification} input={{ id: row.id }} changes={[...CHANGES, 'societyDissolution']} />,
            ]
          : []),
        societyStates.allows(row, 'resume') ? <ActionButton key="resume" of={resumeSociety} input={{ id: row.id }} changes={CHANGES} /> : null,
        <PrintButton key="statement" of={society} template="societyStatement" label={t('经费收支表')} ids={[row.id]} />,
        <PrintButton key="print" of={society} template="societyRegister" label={t('社团登记表')} ids={[row.id]} />,
      ]}
      form={{
        layout: [
          { title: '社团', fields: ['code', 'name', 'nameEn', 'category', 'level', { field: 'departmentId', when: v => v.level === 'college' }, 'foundedOn', 'state'] },
          { title: '指导', fields: ['guidanceUnitId', 'advisorId', 'otherAdvisorIds', 'leagueBranchId'] },
          { title: '招新', fields: ['purpose', 'meets', 'joinWay', 'memberCap', 'memberFee'] },
          { title: '资料', fields: ['charter', 'logo', 'intro'] },
        ],
      }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('全校的社团：谁负责、谁指导、多少成员。'),
  who: t('团委登记和管理；业务指导单位和指导教师看自己的，指导单位可以暂停。'),
  first: t('原有的社团先导入，再到社团成员里导入名册。'),
})
