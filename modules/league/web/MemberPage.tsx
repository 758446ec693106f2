import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { chargeMonths } from '../model/fee-actions.ts'
import { leagueMember, leaveLeague } from '../model/member.ts'

const VIEWS = {
  active: { label: '在册', where: { state: 'active' } },
  owing: { label: '欠缴', where: { state: 'active', 'monthsOwed.ge': 1 }, sort: ['-monthsOwed'] },
  party: { label: '党员', where: { state: 'active', 'partyStage.in': 'probationary,full' } },
  left: { label: '已离团', where: { state: 'left' } },
} as const

/** 团费管理 → 团员名册. */
export default function MemberPage() {
  const views = useView(VIEWS, { label: t('团员名册') })
  return (
    <EntityTable<typeof leagueMember>
      of={leagueMember}
      title={t('团员名册')}
      views={views}
      columns={[
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'studentNo', width: 140, align: 'left' },
        { key: 'branchId', align: 'left' },
        { key: 'joinedOn', width: 120 },
        { key: 'partyStage', width: 120 },
        { key: 'politicalCode', width: 120 },
        { key: 'isLiable', width: 100 },
        { key: 'monthsOwed', width: 100 },
        { key: 'partyFrom', hidden: true },
        { key: 'cadre', hidden: true },
        { key: 'feeClass', hidden: true },
        { key: 'memberNo', hidden: true },
        { key: 'inFrom', hidden: true },
        { key: 'leftOn', hidden: true },
        { key: 'leftCause', hidden: true },
        { key: 'transferOut', hidden: true },
      ]}
      filters={['branchId', 'partyStage', 'cadre', 'feeClass', 'joinedOn', 'studentId']}
      form={{ layout: ['studentId', 'branchId', 'joinedOn', 'memberNo', 'partyStage', 'partyFrom', 'cadre', 'feeClass', 'inFrom'] }}
      rowActions={row => [
        <FormButton key="charge" of={chargeMonths} input={{ id: row.id }} note={t('只收还没有收过、而且应当缴的月份。')} changes={['leagueFee']} />,
        <FormButton key="leave" of={leaveLeague} input={{ id: row.id }} danger note={t('离团后不再收以后月份的团费，已缴的不退。')} changes={['leagueFee']} />,
      ]}
    />
  )
}
