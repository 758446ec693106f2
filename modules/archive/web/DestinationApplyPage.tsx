import { AutoComplete } from 'antd'
import CantonPicker from '#modules/campus/web/CantonPicker.tsx'
import { ApplicationForm } from '#modules/workflow/applications/web/public/ApplicationForm.tsx'
import { ApplyPage, type BegunOf, type MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { Outcome } from '#modules/workflow/applications/web/public/Outcome.tsx'
import { useApplicationForm, useBeginning } from '#modules/workflow/applications/web/public/useApplicationForm.ts'
import type { FieldSpec } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { destinationApplication, suggestRecipients } from '../model/application.ts'
import { type asked, WITH_UNIT } from '../model/graduate-destination.ts'

const DRAFT = 'archive.graduateDestination'
const MINE = '/archive/destinations/mine'
type Known = BegunOf<typeof destinationApplication>
type Mine = MineOf<typeof destinationApplication>
type Name = keyof typeof asked
type Asks = Parameters<typeof useRead<typeof destinationApplication.preview>>[1]

/** 登记毕业去向: what somebody does, and where the file goes. */
export default function DestinationApplyPage() {
  return (
    <ApplyPage draft={DRAFT} of={destinationApplication} title={t('登记毕业去向')} onlyStudents={t('当前账号不是学生，没有毕业去向')} refused={t('这份登记不能修改')}>
      {(known, row) => <Form key={row?.id ?? 'new'} known={known} row={row} />}
    </ApplyPage>
  )
}
function Form({ known, row }: { known: Known; row: Mine | undefined }) {
  const begun = useBeginning({ draft: DRAFT, id: row?.id, values: row ? { ...row } : { gradYear: known.gradYear } })
  const state = useApplicationForm({ of: destinationApplication, ...begun, page: MINE, layout: LAYOUT, beside: {} })
  const { kind, gradYear, unitName, archiveRecipient, cantonCode } = state.form.values
  const isReady = Boolean(kind && gradYear && archiveRecipient)
  const asks = { id: row?.id ?? null, kind, gradYear, unitName: unitName ?? null, archiveRecipient, cantonCode: cantonCode ?? null } as unknown as Asks
  const preview = useRead(destinationApplication.preview, asks, { enabled: isReady, keeps: true }).data ?? undefined
  return (
    <ApplicationForm of={state} title={t('登记毕业去向')} own={{ path: MINE, label: t('我的毕业去向') }} isBlocked={isReady && Boolean(preview?.problems.length)}>
      {isReady ? (
        <Outcome of={preview}>{t('核实后，档案寄往“{{unit}}”。', { unit: String(archiveRecipient) })}</Outcome>
      ) : (
        <p className="ql-quiet">{t('接收单位要有人事档案管理权限。')}</p>
      )}
    </ApplicationForm>
  )
}
interface RecipientProps {
  id?: string | undefined
  value: unknown
  onChange: (value: string) => void
  disabled?: boolean | undefined
  kind: unknown
}
/** Units that several earlier graduates of the kind chose are offered. */
function Recipient({ id, value, onChange, disabled, kind }: RecipientProps) {
  const { data } = useRead(suggestRecipients, { kind: String(kind ?? '') }, { enabled: Boolean(kind), keeps: true })
  const units = data?.units.flatMap(u => (u ? [{ value: u.name, label: t('{{name}}（往届 {{n}} 人）', { name: u.name, n: u.count }) }] : [])) ?? []
  return (
    <AutoComplete
      {...(id ? { id } : {})}
      className="ql-wide"
      value={typeof value === 'string' ? value : ''}
      options={units}
      onChange={onChange}
      disabled={disabled ?? false}
      maxLength={100}
    />
  )
}
const LAYOUT: ReadonlyArray<Name | FieldSpec<Name>> = [
  'gradYear',
  'kind',
  { field: 'unitName', required: true, when: values => WITH_UNIT.includes(String(values.kind)) },
  { field: 'unitCreditCode', when: values => WITH_UNIT.includes(String(values.kind)) },
  { field: 'industryCode', when: values => WITH_UNIT.includes(String(values.kind)) },
  { field: 'cantonCode', render: props => <CantonPicker {...props} /> },
  {
    field: 'archiveRecipient',
    render: ({ id, value, onChange, disabled, values }) => <Recipient id={id} value={value} onChange={onChange} disabled={disabled} kind={values.kind} />,
  },
  'archiveAddress',
  'contact',
  'files',
]
