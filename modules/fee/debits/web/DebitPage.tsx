import { Link } from 'react-router'
import { FileButton } from '#modules/exchange/web/FileButton.tsx'
import { ReturnButton } from '#modules/exchange/web/ReturnButton.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { cancelBatch, closeBatch, exportDebits, importDebits, makeBatch } from '../model/actions.ts'
import { debitBatch } from '../model/debit.ts'

/** 缴费管理 → 银行代扣: who owes and has a card, to the bank and back. */
export default function DebitPage() {
  return (
    <EntityTable<typeof debitBatch>
      of={debitBatch}
      title={t('银行代扣')}
      verbs={['export']}
      toolbar={<FormButton of={makeBatch} type="primary" note={t('列入欠这个项目、登记了银行卡、没有缓缴也没有正在支付的学生；没有卡的不列入。')} />}
      columns={[
        { key: 'batchNo', width: 170, align: 'left', render: row => <Link to={`/fee/debit-lines?batchId=${row.id}`}>{row.batchNo}</Link> },
        { key: 'title', align: 'left' },
        { key: 'itemId', width: 120 },
        { key: 'xn', width: 110 },
        { key: 'debitOn', width: 120 },
        { key: 'count', width: 80 },
        { key: 'total', width: 120 },
        { key: 'paidCount', width: 80 },
        { key: 'failedCount', width: 80 },
        { key: 'state', width: 110 },
        { key: 'paidTotal', hidden: true },
        { key: 'merchantId', hidden: true },
        { key: 'makerId', hidden: true },
        { key: 'exportedAt', hidden: true },
      ]}
      filters={['state', 'itemId', 'xn', 'debitOn']}
      rowActions={({ id, state }) => (
        <>
          {state === 'draft' ? (
            <FileButton
              of={exportDebits}
              input={{ id }}
              asks={['password', 'reason']}
              note={<p className="ql-help">{t('导出后等银行的回单。文件加了密码，请用别的方式把密码告诉银行。')}</p>}
            />
          ) : null}
          {state === 'exported' ? <ReturnButton of={importDebits} id={id} /> : null}
          <ActionButton of={closeBatch} input={{ id }} confirm={t('结清以后不再登记银行结果。')} />
          <ActionButton of={cancelBatch} input={{ id }} danger confirm={t('作废后学生可以用别的方式缴费。')} />
        </>
      )}
    />
  )
}
