import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApplicationForm } from '#modules/workflow/applications/web/public/ApplicationForm.tsx'
import { ApplyPage as Apply, type BegunOf, type MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { Choices } from '#modules/workflow/applications/web/public/Choices.tsx'
import { Outcome } from '#modules/workflow/applications/web/public/Outcome.tsx'
import { useApplicationForm, useBeginning } from '#modules/workflow/applications/web/public/useApplicationForm.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, formatMoney } from '#web/values/format.ts'
import { subsidyApply } from '../model/application.ts'

type FormStart = BegunOf<typeof subsidyApply>
type Mine = MineOf<typeof subsidyApply>
type Offer = NonNullable<FormStart['offers'][number]>
const keyOf = ({ itemId, batchId }: { itemId: string; batchId?: string | null }) => `${itemId} ${batchId ?? ''}`

/** 我要求助: what for; for help at once three questions, what has happened, when, how much is missing. */
export default function ApplyPage() {
  return (
    <Apply draft="subsidy.apply" of={subsidyApply} title={t('我要求助')} onlyStudents={t('当前账号不是学生，没有自己的资助')} refused={t('这份申请不能修改')}>
      {(known, row) => (known.offers.length ? <Form key={row?.id ?? 'new'} known={known} row={row} /> : <Empty title={t('现在没有可以申请的资助')} />)}
    </Apply>
  )
}
const ASKED = ['cause', 'happenedOn'] as const
const layoutOf = (offer: Offer | undefined) => [
  { fields: [...(offer?.urgent ? ASKED : []), ...(offer?.needsAmount ? (['amountAsked'] as const) : []), { field: 'text', help: t('写清楚发生了什么、还差多少') }, 'files'] },
]
function Form({ known, row }: { known: FormStart; row: Mine | undefined }) {
  const offers = known.offers.flatMap(o => o ?? [])
  const begun = useBeginning({ draft: 'subsidy.apply', id: row?.id, values: row ? { ...row } : {} })
  const start = begun.start as Partial<Mine> // its own values, checked when they are sent
  const [params] = useSearchParams()
  const asked = keyOf({ itemId: params.get('item') ?? start.itemId ?? '', batchId: params.get('batch') ?? start.batchId ?? null })
  const [picked, setPicked] = useState(start.itemId || offers.some(o => keyOf(o) === asked) ? asked : keyOf(offers.find(o => o.urgent) ?? (offers[0] as Offer)))
  const offer = offers.find(o => keyOf(o) === picked)
  const beside = { itemId: offer?.itemId ?? start.itemId ?? '', batchId: offer?.batchId ?? null }
  const application = useApplicationForm({ of: subsidyApply, ...begun, page: '/subsidy/mine', layout: layoutOf(offer) as never, beside, unkept: ['text'] })
  const { cause, happenedOn, amountAsked } = application.form.values as { cause?: string; happenedOn?: string; amountAsked?: number }
  const isReady = Boolean(offer) && (!offer?.needsAmount || Boolean(amountAsked)) && (!offer?.urgent || Boolean(cause && happenedOn))
  const preview = useRead(
    subsidyApply.preview,
    { ...beside, cause: cause ?? null, happenedOn: happenedOn ?? null, amountAsked: amountAsked ?? null, id: row?.id ?? null },
    { enabled: isReady, keeps: true },
  ).data
  return (
    <ApplicationForm
      of={application}
      title={row ? t('修改申请') : t('我要求助')}
      own={{ path: '/subsidy/mine', label: t('我的资助申请') }}
      isBlocked={Boolean(isReady && preview?.problems.length)}
    >
      {row ? null : <Choices label={t('申请什么')} name="subsidy-offer" options={offers.map(o => ({ value: keyOf(o), label: o.name }))} value={picked} onPick={setPicked} />}
      {offer?.urgent ? <p className="ql-help">{t('{{n}} 个工作日内答复，一次最多 {{most}}。', { n: known.answerDays, most: formatMoney(offer.most ?? 0) })}</p> : null}
      {offer?.until ? <p className="ql-help">{t('{{at}} 截止', { at: formatDatetime(offer.until) })}</p> : null}
      {isReady && preview ? (
        <Outcome of={preview} after={preview.answerBy ? <> {t('{{at}} 前答复。', { at: formatDatetime(preview.answerBy) })}</> : null}>
          <b>{formatMoney(preview.amount)}</b>
        </Outcome>
      ) : null}
    </ApplicationForm>
  )
}
