import { Select } from 'antd'
import { ApplicationForm } from '#modules/workflow/applications/web/public/ApplicationForm.tsx'
import { ApplyPage, type BegunOf, type MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { Outcome } from '#modules/workflow/applications/web/public/Outcome.tsx'
import { useApplicationForm, useBeginning } from '#modules/workflow/applications/web/public/useApplicationForm.ts'
import type { DrawnInput, FieldSpec } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { certApplication } from '../model/application.ts'
import type { asked } from '../model/student-cert.ts'
import { ScanReading } from './ScanReading.tsx'

const DRAFT = 'certificate.studentCert'
const MINE = '/certificate/mine'
type FormStart = BegunOf<typeof certApplication>
type Mine = MineOf<typeof certApplication>
type Name = keyof typeof asked
type Asks = Parameters<typeof useRead<typeof certApplication.preview>>[1]

/** 登记证书: the photo first, then what stands on it. */
export default function AddCertPage() {
  return (
    <ApplyPage draft={DRAFT} of={certApplication} title={t('登记证书')} onlyStudents={t('当前账号不是学生，不能登记证书')} refused={t('这份登记不能修改')}>
      {(known, row) => <Form key={row?.id ?? 'new'} known={known} row={row} />}
    </ApplyPage>
  )
}
function Form({ known, row }: { known: FormStart; row: Mine | undefined }) {
  const begun = useBeginning({ draft: DRAFT, id: row?.id, values: row ? { ...row } : { holderName: known.name } })
  const state = useApplicationForm({ of: certApplication, ...begun, page: MINE, layout: layoutOf(known), beside: {} })
  const { catalogId, level, certNo, holderName, issuedOn, expiresOn } = state.form.values
  const isReady = Boolean(catalogId && certNo && holderName && issuedOn)
  const asks = { id: row?.id ?? null, catalogId, level: level ?? null, certNo, holderName, issuedOn, expiresOn: expiresOn ?? null } as unknown as Asks
  const preview = useRead(certApplication.preview, asks, { enabled: isReady, keeps: true }).data ?? undefined
  const scan = known.readsScans ? freshScan(state.form.values.files, row?.files) : undefined
  return (
    <ApplicationForm of={state} title={t('登记证书')} own={{ path: MINE, label: t('我的证书') }} isBlocked={isReady && Boolean(preview?.problems.length)}>
      {isReady ? (
        <Outcome of={preview}>{preview?.expiresOn ? t('有效期至 {{date}}', { date: formatDate(preview.expiresOn) }) : t('长期有效')}</Outcome>
      ) : (
        <p className="ql-quiet">{t('先拍下证书，再照着填。辅导员和学院审核后，由学院核验。')}</p>
      )}
      {scan ? (
        <ScanReading
          key={scan}
          fileId={scan}
          catalogId={typeof catalogId === 'string' ? catalogId : null}
          onTake={read => {
            for (const [name, value] of Object.entries(read)) if (value) state.form.set(name, value)
          }}
        />
      ) : null}
    </ApplicationForm>
  )
}
/** The last file uploaded now; those of a returned certificate have been read by people already. */
const freshScan = (files: unknown, stored: readonly string[] | null | undefined): string | undefined =>
  Array.isArray(files) ? files.filter((id): id is string => typeof id === 'string' && !stored?.includes(id)).at(-1) : undefined
const layoutOf = (known: FormStart): ReadonlyArray<Name | FieldSpec<Name>> => {
  const entries = known.entries.flatMap(e => e ?? [])
  const entryOf = (values: Readonly<Record<string, unknown>>) => entries.find(e => e.id === values.catalogId)
  return [
    'files',
    { field: 'catalogId', render: props => <Picked {...props} options={entries.map(({ id, name, issuer }) => ({ value: id, label: `${name}（${issuer}）` }))} /> },
    {
      field: 'level',
      required: true,
      when: values => Boolean(entryOf(values)?.levels.length),
      render: props => <Picked {...props} options={(entryOf(props.values)?.levels ?? []).flatMap(l => (l ? [{ value: l, label: l }] : []))} />,
    },
    'certNo',
    'holderName',
    'issuedOn',
    'expiresOn',
    'score',
  ]
}
const Picked = ({ id, value, onChange, disabled, status, options }: DrawnInput & { options: Array<{ value: string; label: string }> }) => (
  <Select
    id={id}
    className="ql-wide"
    showSearch
    optionFilterProp="label"
    value={typeof value === 'string' ? value : undefined}
    status={status}
    disabled={disabled}
    options={options}
    onChange={onChange}
  />
)
