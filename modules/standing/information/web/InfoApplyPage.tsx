import { ChevronRight } from 'lucide-react'
import { Suspense, useState } from 'react'
import { ApplicationForm } from '#modules/workflow/applications/web/public/ApplicationForm.tsx'
import { ApplyPage, type BegunOf, type MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { Outcome } from '#modules/workflow/applications/web/public/Outcome.tsx'
import { useApplicationForm, useBeginning } from '#modules/workflow/applications/web/public/useApplicationForm.ts'
import { lazily } from '#web/base/chunk.ts'
import { Bars } from '#web/feedback/Empty.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { FieldSpec, FormValues } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { MISSING } from '#web/values/format.ts'
import { infoApplication } from '../model/application.ts'
import style from './information.module.css'

const MINE = '/standing/information/mine'
const DRAFT = 'standing.infoChange'
const CANTONS = ['nativeCanton', 'sourceCanton', 'homeCanton']
// the region tree is large and loaded on demand
const CantonPicker = lazily(() => import('#modules/campus/web/CantonPicker.tsx'))
type FormStart = BegunOf<typeof infoApplication>
type Mine = MineOf<typeof infoApplication>
type FormField = FormStart['fields'][number]

/** 申请更正信息: the wrong field of one's own record, the new value, a photo of the proof. */
export default function InfoApplyPage() {
  return (
    <ApplyPage draft={DRAFT} of={infoApplication} title={t('申请更正信息')} onlyStudents={t('当前账号不是学生，没有自己的档案')} refused={t('这份申请不能修改')}>
      {(known, row, params) => <Choosing key={row?.id ?? 'new'} known={known} row={row} named={params.get('field')} />}
    </ApplyPage>
  )
}
function Choosing({ known, row, named }: { known: FormStart; row: Mine | undefined; named: string | null }) {
  const [chosen, choose] = useState<readonly string[]>(() => row?.fields ?? (named ? [named] : []))
  const fields = known.fields.filter(f => chosen.includes(f.field) && (row || (f.isOpen && !f.isAsked)))
  if (fields.length)
    return (
      <Form
        key={fields.map(f => f.field).join()}
        fields={fields}
        row={row}
        others={row ? [] : known.fields.filter(f => !fields.includes(f))}
        onAdd={field => choose([...chosen, field])}
      />
    )
  return (
    <Page title={t('申请更正信息')} help={t('点有误的一项')} width="form">
      <Sheet label={t('我的信息')}>
        <Choices fields={known.fields} onChoose={field => choose([field])} />
      </Sheet>
    </Page>
  )
}
/** The fields as they stand; one is chosen by a tap. */
function Choices({ fields, onChoose }: { fields: readonly FormField[]; onChoose: (field: string) => void }) {
  return (
    <ul className={style.choices}>
      {fields.map(f => (
        <li key={f.field}>
          <button type="button" disabled={f.isAsked || !f.isOpen} onClick={() => onChoose(f.field)}>
            <span>{t(f.label)}</span>
            <b>{f.now ?? MISSING}</b>
            <small className="ql-quiet">{f.isAsked ? t('更正审批中') : f.isOpen ? '' : t('{{window}} 申请', { window: f.window })}</small>
            <ChevronRight size={16} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
const specOf = ({ field, now }: FormField): FieldSpec => ({
  field,
  required: true,
  help: now ? t('现在是“{{value}}”', { value: now }) : t('现在没有填写'),
  ...(CANTONS.includes(field)
    ? {
        render: props => (
          <Suspense fallback={<Bars lines={1} />}>
            <CantonPicker {...props} />
          </Suspense>
        ),
      }
    : {}),
})
const valuesOf = (row: Mine): FormValues => ({
  ...Object.fromEntries(row.changes.map(c => [c.field, c.field === 'hukouMoved' ? c.value === 'true' : c.value])),
  id: row.id,
  reason: row.reason,
  proofs: row.proofs ?? [],
})
interface FormProps {
  fields: readonly FormField[]
  row: Mine | undefined
  others: readonly FormField[]
  onAdd: (field: string) => void
}
function Form({ fields, row, others, onAdd }: FormProps) {
  const names = fields.map(f => f.field)
  const begun = useBeginning({ draft: `${DRAFT}.${names.join()}`, id: row?.id, values: row ? valuesOf(row) : {} })
  const [layout] = useState(() => [...fields.map(specOf), 'reason', fields.some(f => f.proof) ? { field: 'proofs', required: true as const } : 'proofs'])
  const state = useApplicationForm({ of: infoApplication, ...begun, page: MINE, layout, beside: {}, unkept: ['idNo', 'phone', 'proofs'], changes: ['student'] })
  const { idNo, sourceCanton } = state.form.values
  const preview = useRead(
    infoApplication.preview,
    {
      fields: names.join(),
      id: row?.id ?? null,
      idRegion: typeof idNo === 'string' && idNo.length === 18 ? idNo.slice(0, 6) : null,
      sourceCanton: typeof sourceCanton === 'string' ? sourceCanton : null,
    },
    { keeps: true },
  ).data
  return (
    <ApplicationForm
      of={state}
      title={t('申请更正信息')}
      own={{ path: MINE, label: t('我的信息变更') }}
      isBlocked={Boolean(preview?.problems.length)}
      more={
        others.length ? (
          <details className={style.more}>
            <summary>{t('还有别的要更正')}</summary>
            <Choices fields={others} onChoose={onAdd} />
          </details>
        ) : null
      }
    >
      <Outcome of={preview ?? undefined}>{preview?.needsProof ? t('须上传证明') : t('提交后审批')}</Outcome>
      {preview?.warnings.map(w => (
        <p key={w} role="note" className={style.warning}>
          {w}
        </p>
      ))}
    </ApplicationForm>
  )
}
