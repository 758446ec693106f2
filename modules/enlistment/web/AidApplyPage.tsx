import { useState } from 'react'
import { ApplicationForm } from '#modules/workflow/applications/web/public/ApplicationForm.tsx'
import { ApplyPage, type BegunOf, type MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { Choices } from '#modules/workflow/applications/web/public/Choices.tsx'
import { Outcome } from '#modules/workflow/applications/web/public/Outcome.tsx'
import { useApplicationForm, useBeginning } from '#modules/workflow/applications/web/public/useApplicationForm.ts'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatMoney } from '#web/values/format.ts'
import { AID_KINDS, type AidKind, isWaiver } from '../model/aid.ts'
import { aidApplication } from '../model/application.ts'
import { Computation } from './Computation.tsx'

const DRAFT = 'enlistment.aid'
const MINE = '/enlistment/aids/mine'
type FormStart = BegunOf<typeof aidApplication>
type Mine = MineOf<typeof aidApplication>

/** 申请参军资助: the kind; the amounts are the school’s to know. */
export default function AidApplyPage() {
  return (
    <ApplyPage draft={DRAFT} of={aidApplication} title={t('申请参军资助')} onlyStudents={t('当前账号不是学生，不能申请')} refused={t('这份申请不能修改')}>
      {(known, row) => <Form key={row?.id ?? 'new'} known={known} row={row} />}
    </ApplyPage>
  )
}
function Form({ known, row }: { known: FormStart; row: Mine | undefined }) {
  const offered = known.kinds.flatMap(k => k ?? [])
  const [kind, setKind] = useState<AidKind>(row?.kind ?? offered[0] ?? 'compensation')
  const begun = useBeginning({ draft: DRAFT, id: row?.id, values: row ? { ...row, proofs: row.proofs ?? [] } : {} })
  const layout = kind === 'retiredWaiver' ? ['formNo', 'proofs'] : ['formNo']
  const state = useApplicationForm({ of: aidApplication, ...begun, page: MINE, layout, beside: { kind }, unkept: ['proofs'] })
  const preview = useRead(aidApplication.preview, { kind, id: row?.id ?? null }, { keeps: true }).data
  const all = Object.keys(AID_KINDS) as AidKind[]
  return (
    <ApplicationForm of={state} title={t('申请参军资助')} own={{ path: MINE, label: t('我的参军资助') }} isBlocked={Boolean(preview?.problems.length)}>
      {row ? null : (
        <Choices label={t('申请')} name="aid-kind" options={all.map(value => ({ value, label: t(AID_KINDS[value]) }))} value={kind} onPick={value => setKind(value as AidKind)} />
      )}
      <Outcome of={preview ?? undefined}>{preview ? <b>{t('合计 {{total}}', { total: formatMoney(preview.total) })}</b> : ''}</Outcome>
      {preview?.years.length ? (
        <Sheet title={t('逐年计算')}>
          <Computation of={{ ...preview, isWaiver: isWaiver(kind) }} />
        </Sheet>
      ) : null}
    </ApplicationForm>
  )
}
