import { FileBadge } from 'lucide-react'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { makeCertificates, revokeAward } from '../model/actions.ts'
import { awardRecord } from '../model/award-record.ts'

const VIEWS = {
  all: '全部',
  bare: { label: '没有证书编号', where: { state: 'valid', 'certNo.isNull': true } },
  revoked: { label: '已撤销', where: { state: 'revoked' } },
} as const
type Award = Shown<typeof awardRecord>
/** A revoked award stays, struck through (40-A10). */
const struck = (row: Award, text: string | null) => (row.state === 'revoked' ? <s>{text}</s> : text)

/** 评奖评优 → 获奖档案: everything that was granted, with certificates and revocation. */
export default function RecordPage() {
  return (
    <EntityTable<typeof awardRecord>
      of={awardRecord}
      title={t('获奖档案')}
      views={useView(VIEWS)}
      columns={[
        { key: 'recipient', width: 140, align: 'left', render: row => struck(row, row.recipient) },
        { key: 'studentNo', width: 130 },
        { key: 'departmentId', width: 150 },
        { key: 'itemId', width: 160, align: 'left' },
        { key: 'level', width: 100 },
        { key: 'xn', width: 110 },
        { key: 'amount', width: 120 },
        { key: 'grantedOn', width: 120 },
        { key: 'certNo', width: 170 },
        { key: 'state', width: 100 },
        ...(['classId', 'docNo', 'source', 'revokedOn', 'revokeReason'] as const).map(key => ({ key, hidden: true })),
      ]}
      filters={['itemId', 'xn', 'departmentId', 'studentId', 'state']}
      facts={['state', 'revokedOn', 'revokeReason']}
      rowActions={row => [
        <FormButton
          key="revoke"
          of={revokeAward}
          input={{ id: row.id }}
          changes={['awardRecord', 'payoutLine', 'todo']}
          danger
          note={t('记录保留并划线。还没付出去的停止发放，已经付的通知财务追回。')}
        />,
      ]}
      batchActions={(rows, clear) => (
        <>
          <ActionButton
            of={makeCertificates}
            input={{ ids: rows.map(r => r.id) }}
            changes={['awardRecord']}
            icon={<FileBadge size={15} />}
            confirm={t('给选中的 {{n}} 条记录编证书号，已有编号的不变。', { n: rows.length })}
            onDone={clear}
          />
          <PrintButton of={awardRecord} template="awardCertificate" label="证书" ids={rows.filter(r => r.state === 'valid' && r.certNo).map(r => r.id)} />
        </>
      )}
    />
  )
}
