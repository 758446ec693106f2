import { Button, Select } from 'antd'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { CASE_CHANGES } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { CheckList } from '#web/feedback/CheckList.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import type { FormLayout } from '#web/forms/layout.ts'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { useFields } from '#web/forms/useFields.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { changeApplication } from '../../changes/model/application.ts'
import { applyTransfer, myTransferBatches } from '../model/actions.ts'
import { MOST_CHOICES, transferStages } from '../model/batch.ts'
import style from './transfers.module.css'

type Batch = NonNullable<AnswerOf<typeof myTransferBatches>[number]>
const MINE = '/standing/mine'

/** 申请转专业: batches that are open, with what they ask and offer; a returned application with its reasons. */
export default function MyTransferPage() {
  const [params] = useSearchParams()
  const id = params.get('id')
  return (
    <StudentsOnly title={t('申请转专业')} otherwise={t('当前账号不是学生，不能申请转专业')}>
      {id ? <Again id={id} /> : <Batches />}
    </StudentsOnly>
  )
}
function Batches() {
  const read = useRead(myTransferBatches, {})
  return (
    <Page title={t('申请转专业')} width="form">
      <Loaded of={read}>
        {rows => (rows.length ? <Stack>{rows.map(row => row && <OneBatch key={row.id} of={row} />)}</Stack> : <Empty title={t('现在没有可以申请的转专业批次')} />)}
      </Loaded>
    </Page>
  )
}
function OneBatch({ of }: { of: Batch }) {
  const { name, beginTime, endTime, effectiveDate, stage, isOpen, changeId, conditions } = of
  const mayApply = conditions.every(c => c?.isMet)
  return (
    <Sheet label={name}>
      <Row gap={3} spread="between">
        <h2>{name}</h2>
        {isOpen ? null : <StateTag of={transferStages} state={stage} />}
      </Row>
      <p className="ql-quiet">{t('{{from}} – {{to}} 申请，{{date}} 起生效', { from: formatDatetime(beginTime), to: formatDatetime(endTime), date: formatDate(effectiveDate) })}</p>
      {changeId ? <Link to={`${MINE}?id=${changeId}`}>{t('查看我的申请')}</Link> : null}
      {isOpen ? (
        <>
          <CheckList label={t('条件')} of={conditions.map(c => ({ name: c?.name ?? '', isMet: c?.isMet ?? false, why: c?.why.join('；') ?? '' }))} />
          <PlainTable
            label={t('可以转入的专业')}
            rows={of.offers}
            keyOf={o => o.id}
            empty={t('这个批次没有你可以转入的专业')}
            columns={[
              [t('专业'), o => <Offered of={o} />],
              [t('名额'), o => o.seats, { isNumber: true }],
              [t('第一志愿'), o => o.applied, { isNumber: true }],
            ]}
          />
          {mayApply && of.offers.length ? <Form of={of} /> : null}
        </>
      ) : null}
    </Sheet>
  )
}
const Offered = ({ of: { name, college } }: { of: NonNullable<Batch['offers'][number]> }) => (
  <>
    {name}
    <small className={style.college}>{college}</small>
  </>
)
/** Up to two of the offered majors, in the order they are chosen. */
const choicesField = (offers: Batch['offers']): FormLayout<'choices'>[number] => ({
  field: 'choices',
  required: true,
  help: t('最多两个，按选择的先后为第一、第二志愿'),
  render: ({ id, value, onChange, disabled, status }) => (
    <Select
      id={id}
      className="ql-wide"
      mode="multiple"
      maxCount={MOST_CHOICES}
      optionFilterProp="label"
      value={Array.isArray(value) ? value : []}
      status={status}
      disabled={disabled}
      options={offers.flatMap(o => (o ? { value: o.id, label: o.name } : []))}
      onChange={onChange}
    />
  ),
})
const PAPERS: FormLayout = [{ field: 'reasonText' }, { field: 'proofs' }]
interface PapersFormProps {
  form: ReturnType<typeof useFields>
  isPending: boolean
  label: string
  send: () => void
}
const PapersForm = ({ form, isPending, label, send }: PapersFormProps) => (
  <form
    onSubmit={event => {
      event.preventDefault()
      if (!isPending) send()
    }}
  >
    {form.refusal ? <Refused what={t('没有提交')} error={form.refusal} /> : null}
    <Fields form={form} disabled={isPending} />
    <Button type="primary" size="large" block htmlType="submit" loading={isPending}>
      {label}
    </Button>
  </form>
)
function Form({ of: { id, offers } }: { of: Batch }) {
  const navigate = useNavigate()
  const form = useFields(applyTransfer.input, [choicesField(offers), ...PAPERS], {})
  const { isPending, mutate } = useAct(applyTransfer, {
    changes: ['majorTransferBatch', ...CASE_CHANGES],
    done: t('申请已提交'),
    onDone: answer => navigate(`${MINE}?id=${answer.id}`, { replace: true }),
  })
  const send = () => {
    const checked = form.check({ ...form.values, batchId: id })
    if (checked) mutate(checked as never, { onError: form.refuse })
  }
  return <PapersForm form={form} isPending={isPending} label={t('提交申请')} send={send} />
}
type Mine = NonNullable<AnswerOf<typeof changeApplication.mine>[number]>
/** A returned application keeps its batch and choices. */
function Again({ id }: { id: string }) {
  const read = useRead(changeApplication.mine, { id })
  return (
    <Page title={t('申请转专业')} width="form" back={MINE}>
      <Loaded of={read}>{([row]) => (row?.can.includes('edit') ? <AgainForm of={row} /> : <Empty title={t('这份申请不能修改')} />)}</Loaded>
    </Page>
  )
}
function AgainForm({ of }: { of: Mine }) {
  const navigate = useNavigate()
  const form = useFields(changeApplication.resubmit.input, PAPERS, { reasonText: of.reasonText, proofs: of.proofs ?? [] })
  const { isPending, mutate } = useAct(changeApplication.resubmit, {
    changes: CASE_CHANGES,
    done: t('申请已重新提交'),
    onDone: () => navigate(`${MINE}?id=${of.id}`, { replace: true }),
  })
  const send = () => {
    const { id, typeId, reasonCode, effectiveDate } = of
    const checked = form.check({ ...form.values, id, typeId, reasonCode, effectiveDate })
    if (checked) mutate(checked as never, { onError: form.refuse })
  }
  return (
    <Sheet label={of.changeNo}>
      <p>{t('志愿：{{choices}}', { choices: of.choiceNames.join('、') })}</p>
      <PapersForm form={form} isPending={isPending} label={t('重新提交')} send={send} />
    </Sheet>
  )
}
