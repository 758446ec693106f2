import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { useMay } from '#web/session/useCan.ts'
import { donation, donationStates } from '../model/donation.ts'
import { donorsOf, enterReceipt, registerGift, reverseGift } from '../model/donation-actions.ts'
import { Donors } from './donations/Donors.tsx'
import { CHANGES } from './labels.ts'

const VIEWS = {
  received: { label: '已收到', where: { state: 'received' } },
  pledged: { label: '待支付', where: { state: 'pledged' } },
  noReceipt: { label: '没有票据', where: { state: 'received', 'receiptNo.isNull': 'true' } },
  all: { label: '全部' },
  donors: { label: '捐赠人名册' },
} as const
/** 捐赠记录: anonymous gifts show no name; 捐赠人名册 is for finance. */
export default function DonationPage() {
  const may = useMay()
  const views = useView(VIEWS, { may: view => view !== 'donors' || may(donorsOf.permission) })
  if (views.view === 'donors') return <Donors views={<ViewSwitch of={views} />} />
  return (
    <EntityTable<typeof donation>
      of={donation}
      title={t('捐赠#many')}
      views={views}
      toolbar={<FormButton of={registerGift} type="primary" changes={CHANGES} />}
      columns={[
        { key: 'no', width: 150 },
        { key: 'projectId', width: 190, align: 'left' },
        { key: 'shownName', width: 130 },
        { key: 'kind', width: 80 },
        { key: 'amount', width: 120 },
        { key: 'paidBy', width: 100 },
        { key: 'receivedOn', width: 120 },
        { key: 'receiptNo', width: 130 },
        { key: 'state', width: 100 },
        ...(['isOrganisation', 'isAnonymous', 'goods', 'message', 'payBy'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['projectId', 'amount', 'state']}
      filters={['projectId', 'kind', 'paidBy', 'receivedOn']}
      rowActions={row => [
        donationStates.allows(row, 'enterReceipt') ? <FormButton key="receipt" of={enterReceipt} input={{ id: row.id }} changes={CHANGES} /> : null,
        row.state === 'received' ? <PrintButton key="print" of={donation} template="donationThanks" label={t('捐赠证书')} ids={[row.id]} /> : null,
        donationStates.allows(row, 'reverse') && row.paidBy !== 'online' ? <FormButton key="reverse" of={reverseGift} input={{ id: row.id }} danger changes={CHANGES} /> : null,
      ]}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('每一笔捐赠：网上支付的自动进来，转账、现金和实物在这里登记。'),
  who: t('学工处看记录，匿名的看不到是谁；财务处登记、开票据、看名册。'),
  first: t('先补票据号；登记错了冲销，不修改。'),
})
