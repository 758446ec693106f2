import { Hash, ScanLine } from 'lucide-react'
import { useState } from 'react'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { SignaturePad } from '#modules/workflow/cases/web/public/SignaturePad.tsx'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { convertCompletion, giveNumbers, handOut, proveCertificate, voidNumber } from '../model/actions.ts'
import { CERTIFICATE_KINDS, graduationCertificate } from '../model/certificate.ts'
import { NumberPanel } from './NumberPanel.tsx'

const VIEWS = {
  valid: { label: '有效', where: { state: 'valid' } },
  waiting: { label: '待领取', where: { state: 'valid', 'issuedAt.isNull': true } },
  void: { label: '作废', where: { state: 'void' } },
} as const
const TEMPLATES = { graduation: 'graduationCertificate', completion: 'completionCertificate', degree: 'degreeCertificate', proof: 'certificateProof' } as const
const CHANGES = ['graduationCertificate', 'graduationAudit']

/** 毕业管理 → 证书: numbers, prints, hand-out. */
export default function CertificatePage() {
  return (
    <EntityTable<typeof graduationCertificate>
      of={graduationCertificate}
      title={t('证书#many')}
      views={useView(VIEWS)}
      toolbar={
        <Row gap={2}>
          <NumberButton />
          <FormButton
            of={handOut}
            icon={<ScanLine size={15} />}
            note={t('扫描或输入学生证上的学号，学生在下面签名')}
            changes={CHANGES}
            done={t('已发放')}
            layout={[
              {
                title: '领取',
                fields: [
                  'batchId',
                  'studentNo',
                  'receiver',
                  {
                    field: 'signature',
                    render: ({ onChange, disabled }) => <SignaturePad drawn={t('签名随领取记录保存')} disabled={disabled ?? false} onChange={id => onChange(id ? [id] : [])} />,
                  },
                ],
              },
            ]}
          />
        </Row>
      }
      columns={[
        { key: 'number', width: 190 },
        { key: 'kind', width: 110 },
        { key: 'studentNo', width: 130 },
        { key: 'studentId', title: t('学生'), width: 110, align: 'left' },
        { key: 'majorId', width: 150 },
        { key: 'date', width: 120 },
        { key: 'issuedAt', width: 160 },
        { key: 'receiver', width: 100 },
        { key: 'state', width: 90 },
        { key: 'voidReason', width: 180, align: 'left' },
        ...(['batchId', 'departmentId', 'level', 'serial', 'ofId', 'issuedBy', 'signature', 'voidedAt', 'voidedBy'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['kind', 'studentId', 'issuedAt']}
      filters={['studentId', 'batchId', 'kind', collegeFilter, 'majorId', 'date', 'issuedAt']}
      rowActions={row => [
        row.state === 'valid' && <PrintButton key="print" of={graduationCertificate} template={TEMPLATES[row.kind]} label={CERTIFICATE_KINDS[row.kind]} ids={[row.id]} />,
        row.state === 'valid' && row.issuedAt && row.kind !== 'proof' && (
          <ActionButton
            key="prove"
            of={proveCertificate}
            input={{ id: row.id }}
            changes={CHANGES}
            confirm={t('证书遗失不补印。补发一份有自己编号的毕业证明书。')}
            done={t('已补发')}
          />
        ),
        row.state === 'valid' && row.kind === 'completion' && (
          <FormButton key="convert" of={convertCompletion} input={{ id: row.id }} changes={CHANGES} note={t('结业证书收回作废，换发毕业证书。')} done={t('已换发')} />
        ),
        <FormButton key="void" of={voidNumber} input={{ id: row.id }} changes={CHANGES} note={t('作废的编号不再使用。')} danger done={t('已作废')} />,
      ]}
      batchActions={rows => {
        const kind = rows[0]?.kind
        const alike = rows.filter(r => r.kind === kind && r.state === 'valid')
        return kind ? <PrintButton of={graduationCertificate} template={TEMPLATES[kind]} label={CERTIFICATE_KINDS[kind]} ids={alike.map(r => r.id)} /> : null
      }}
    />
  )
}
function NumberButton() {
  const may = useCan(giveNumbers.permission)
  const [isOpen, setOpen] = useState(false)
  if (!may) return null
  return (
    <>
      <PlacedButton type="primary" icon={<Hash size={15} />} onClick={() => setOpen(true)}>
        {t('编号')}
      </PlacedButton>
      {isOpen ? <NumberPanel onClose={() => setOpen(false)} /> : null}
    </>
  )
}
