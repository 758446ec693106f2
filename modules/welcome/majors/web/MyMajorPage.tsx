import { Select } from 'antd'
import { useMemo } from 'react'
import { MyRequestsPage } from '#modules/admission/roll/web/public/MyRequestsPage.tsx'
import { CheckList } from '#web/feedback/CheckList.tsx'
import type { DrawnInput, FormLayout } from '#web/forms/layout.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { adjustStates } from '../model/adjustment.ts'
import { majorApplication, myOffers } from '../model/application.ts'
import { CONDITIONS } from '../model/conditions.ts'

type Batch = NonNullable<AnswerOf<typeof myOffers>[number]>
/** 迎新 → 专业调整: another major, before one is enrolled. */
export default function MyMajorPage() {
  const { data } = useRead(myOffers, {})
  const layout = useMemo((): FormLayout => {
    const batches = (data ?? []).flatMap(b => b ?? [])
    return [
      { field: 'batchId', render: props => <BatchInput {...props} batches={batches} /> },
      { field: 'choices', render: props => <ChoicesInput {...props} batches={batches} /> },
      'reason',
      'phone',
    ]
  }, [data])
  return (
    <MyRequestsPage
      of={majorApplication}
      title={t('专业调整')}
      help={t('入学前可以申请调整专业。名额按高考分数从高到低分配，分数相同的先申请的先得。')}
      ask={t('申请专业调整')}
      states={adjustStates}
      layout={layout}
      heading={row => row.choiceNames.join(' → ')}
    >
      {row => (
        <>
          {row.toName ? <p>{t('调整到 {{major}}', { major: row.toName })}</p> : null}
          {row.cancelReason ? <p>{t(row.cancelReason)}</p> : null}
        </>
      )}
    </MyRequestsPage>
  )
}
const BatchInput = ({ id, value, onChange, disabled, batches }: DrawnInput & { batches: readonly Batch[] }) => (
  <Select
    id={id}
    disabled={disabled}
    value={value as string}
    placeholder={batches.length ? undefined : t('现在没有可以申请的批次')}
    options={batches.map(b => ({ value: b.id, label: b.name }))}
    onChange={onChange}
  />
)
/** The majors in the order of the wish; below each what it asks, with both values. */
function ChoicesInput({ id, value, onChange, disabled, values, batches }: DrawnInput & { batches: readonly Batch[] }) {
  const batch = batches.find(b => b.id === values.batchId)
  const chosen = Array.isArray(value) ? value.map(String) : []
  const offers = (batch?.offers ?? []).flatMap(o => o ?? [])
  return (
    <Stack gap={2}>
      <Select
        id={id}
        mode="multiple"
        disabled={disabled || !batch}
        maxCount={batch?.choices ?? 1}
        value={chosen}
        optionFilterProp="label"
        options={offers.map(o => ({ value: o.id, label: t('{{name}}（{{college}}，{{seats}} 个名额）', { name: o.name, college: o.college, seats: o.seats }) }))}
        onChange={onChange}
      />
      {chosen.map(one => {
        const offer = offers.find(o => o.id === one)
        return offer ? (
          <CheckList
            key={one}
            label={offer.name}
            of={offer.conditions.flatMap(c =>
              c ? [{ name: `${offer.name} ${t(CONDITIONS[c.condition])}`, isMet: c.isMet, why: t('你是 {{own}}，要求 {{wanted}}', { own: c.own, wanted: c.wanted }) }] : [],
            )}
          />
        ) : null
      })}
    </Stack>
  )
}
