import { Link } from 'react-router'
import type { Row } from '#model'
import { FileButton } from '#modules/exchange/web/FileButton.tsx'
import { ReturnButton } from '#modules/exchange/web/ReturnButton.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { formatMoney } from '#web/values/format.ts'
import { bringHeld, checkList, closeList, exportBank, importReturn, prepareList, reopenList, submitList } from '../model/actions.ts'
import { payoutList } from '../model/payout.ts'

type List = Row<typeof payoutList>
/** 资金管理 → 发放单: from its lines to the bank and back. */
export default function PayoutPage() {
  return (
    <EntityTable<typeof payoutList>
      of={payoutList}
      verbs={['export']}
      columns={[
        { key: 'listNo', width: 170, align: 'left', render: row => <Link to={`/money/payout-lines?listId=${row.id}`}>{row.listNo}</Link> },
        { key: 'title', align: 'left' },
        { key: 'source', width: 110 },
        { key: 'bizDate', width: 120 },
        { key: 'count', width: 80 },
        { key: 'total', width: 120 },
        { key: 'paidCount', width: 90 },
        { key: 'failedCount', width: 80 },
        { key: 'heldCount', width: 80 },
        { key: 'state', width: 110 },
        { key: 'fundId', hidden: true },
        { key: 'month', hidden: true },
        { key: 'paidTotal', hidden: true },
        { key: 'makerId', hidden: true },
      ]}
      filters={['state', 'source', 'fundId', 'month', 'bizDate']}
      rowActions={actsOf}
    />
  )
}
/** What may be done with a list as it is: the table leaves out what its state does not allow. */
function actsOf(of: List) {
  const { id } = of
  const initial = { title: of.title, bizDate: of.bizDate, ...(of.fundId ? { fundId: of.fundId } : {}), ...(of.profileId ? { profileId: of.profileId } : {}) }
  return (
    <>
      <FormButton of={prepareList} input={{ id }} initial={initial} />
      <ActionButton of={bringHeld} input={{ id }} />
      <ActionButton of={checkList} input={{ id }} />
      <ActionButton of={submitList} input={{ id }} confirm={t('提交 {{n}} 笔，共 {{total}}？', { n: of.count, total: formatMoney(of.total) })} />
      {of.state === 'approved' ? (
        <FileButton
          of={exportBank}
          input={{ id }}
          asks={['password', 'reason']}
          note={<p className="ql-help">{t('导出以后不能再改。文件加了密码，请用别的方式把密码告诉银行。')}</p>}
        />
      ) : null}
      {of.state === 'exported' ? <ReturnButton of={importReturn} id={id} /> : null}
      <ActionButton of={closeList} input={{ id }} confirm={t('结清以后不再登记银行结果。')} />
      <FormButton of={reopenList} input={{ id }} note={t('占用的经费会释放，改好后重新检查和审批。')} />
      <PrintButton of={payoutList} template="payoutList" label={t('发放单')} ids={[id]} />
    </>
  )
}
