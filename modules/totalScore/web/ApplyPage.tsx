import { Select } from 'antd'
import { ApplicationForm } from '#modules/workflow/applications/web/public/ApplicationForm.tsx'
import { type BegunOf, type MineOf, ApplyPage as Page } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { Outcome } from '#modules/workflow/applications/web/public/Outcome.tsx'
import { useApplicationForm, useBeginning } from '#modules/workflow/applications/web/public/useApplicationForm.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import type { DrawnInput, FieldSpec } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { pointRequest } from '../model/application.ts'
import { UNITS } from '../model/item.ts'
import type { asked } from '../model/point-application.ts'

const DRAFT = 'totalScore.pointApplication'
const OWN = '/totalScore/requests'
type Begun = BegunOf<typeof pointRequest>
type Mine = MineOf<typeof pointRequest>
type Item = NonNullable<Begun['items'][number]>
type Name = keyof typeof asked
type Asks = Parameters<typeof useRead<typeof pointRequest.preview>>[1]
/** 申请加分: for what, when, and the proof. */
export default function ApplyPage() {
  return (
    <Page draft={DRAFT} of={pointRequest} title={t('申请加分')} onlyStudents={t('当前账号不是学生，不能申请加分')} refused={t('这份申请不能修改')}>
      {(known, row) =>
        known.items.length ? <Form key={row?.id ?? 'new'} items={known.items.flatMap(i => i ?? [])} row={row} /> : <Empty title={t('现在没有可以申请的考核项目')} />
      }
    </Page>
  )
}
const rangeOf = ({ min, max, unit }: Item): string => `${min === max ? String(min) : `${min}–${max}`}${unit === 'once' ? '' : ` · ${t(UNITS[unit])}`}`
function Form({ items, row }: { items: readonly Item[]; row: Mine | undefined }) {
  const begun = useBeginning({ draft: DRAFT, id: row?.id, values: row ? { ...row } : {} })
  const state = useApplicationForm({ of: pointRequest, ...begun, page: OWN, layout: layoutOf(items), beside: {} })
  const { itemId, occurredOn, points, quantity } = state.form.values
  const item = items.find(i => i.id === itemId)
  const isReady = Boolean(itemId && occurredOn && typeof points === 'number')
  const asks = { id: row?.id ?? null, itemId, occurredOn, points, quantity: quantity ?? null } as unknown as Asks
  const preview = useRead(pointRequest.preview, asks, { enabled: isReady, keeps: true }).data ?? undefined
  return (
    <ApplicationForm of={state} title={t('申请加分')} own={{ path: OWN, label: t('我的加分申请') }} isBlocked={isReady && Boolean(preview?.problems.length)}>
      {item ? (
        <p className="ql-quiet">
          {item.needsProof
            ? t('{{scheme}}：{{days}} 天内申请，须上传证明材料', { scheme: item.scheme, days: item.days })
            : t('{{scheme}}：{{days}} 天内申请', { scheme: item.scheme, days: item.days })}
        </p>
      ) : null}
      {isReady ? <Outcome of={preview}>{t('合计 {{n}} 分，超过上限的部分计 0 分', { n: preview?.total ?? 0 })}</Outcome> : null}
    </ApplicationForm>
  )
}
const layoutOf = (items: readonly Item[]): ReadonlyArray<Name | FieldSpec<Name>> => [
  { field: 'itemId', render: props => <Picked {...props} items={items} /> },
  'occurredOn',
  'points',
  { field: 'quantity', required: true, when: values => items.some(i => i.id === values.itemId && i.unit !== 'once') },
  'what',
  'proofs',
]
const Picked = ({ id, value, onChange, disabled, status, items }: DrawnInput & { items: readonly Item[] }) => (
  <Select
    id={id}
    className="ql-wide"
    showSearch
    optionFilterProp="label"
    value={typeof value === 'string' ? value : undefined}
    status={status}
    disabled={disabled}
    options={items.map(i => ({ value: i.id, label: `${i.name}（${rangeOf(i)}）` }))}
    onChange={onChange}
  />
)
