import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { approveFund, fundDraftStates, returnFund, societyFundDraft } from '../model/fund.ts'
import { FUND_CHANGES } from './labels.ts'

const VIEWS = {
  waiting: { label: '待同意', where: { 'state.in': 'asked,advising,confirming' } },
  posted: { label: '已入账', where: { state: 'posted' } },
  all: { label: '全部' },
} as const
/** 社团管理 → 经费单 */
export default function SocietyFundDraftPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof societyFundDraft>
      of={societyFundDraft}
      title={t('经费单#many')}
      views={views}
      columns={[
        { key: 'societyId', width: 170, align: 'left' },
        { key: 'kind', width: 90 },
        { key: 'about', width: 200, align: 'left' },
        { key: 'amount', width: 120 },
        { key: 'happenedOn', width: 120 },
        { key: 'vouchers', width: 120 },
        { key: 'makerId', width: 110 },
        { key: 'checkerId', width: 110 },
        { key: 'state', width: 140 },
        ...(['adviserId', 'confirmerId', 'reversesId', 'remark'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['societyId', 'about', 'amount']}
      filters={['societyId', 'kind', 'happenedOn']}
      rowActions={row => [
        fundDraftStates.allows(row, 'approve') ? <ActionButton key="approve" of={approveFund} input={{ id: row.id }} changes={FUND_CHANGES} /> : null,
        fundDraftStates.allows(row, 'giveBack') ? <FormButton key="giveBack" of={returnFund} input={{ id: row.id }} danger changes={FUND_CHANGES} /> : null,
      ]}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('还没有入账的收支：谁经办、等谁同意。'),
  who: t('社团的负责人、副负责人、财务负责人互相复核；大额支出还要指导教师和指导单位同意。'),
  first: t('先看凭证，再点“同意”；经办人不能同意自己的。'),
})
