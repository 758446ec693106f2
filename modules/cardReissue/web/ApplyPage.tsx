import { Select } from 'antd'
import { ApplicationForm } from '#modules/workflow/applications/web/public/ApplicationForm.tsx'
import { ApplyPage, type BegunOf, type MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { Outcome } from '#modules/workflow/applications/web/public/Outcome.tsx'
import { useApplicationForm, useBeginning } from '#modules/workflow/applications/web/public/useApplicationForm.ts'
import type { FieldSpec } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { reissueApplication } from '../model/application.ts'
import type { asked } from '../model/card-reissue.ts'

const DRAFT = 'cardReissue.cardReissue'
const MINE = '/cardReissue/mine'
type FormStart = BegunOf<typeof reissueApplication>
type Mine = MineOf<typeof reissueApplication>
type Name = keyof typeof asked
type Asks = Parameters<typeof useRead<typeof reissueApplication.preview>>[1]
type Values = Readonly<Record<string, unknown>>

/** 申请补办: what for and why; the rest is filled in. */
export default function CardApplyPage() {
  return (
    <ApplyPage draft={DRAFT} of={reissueApplication} title={t('申请补办证卡')} onlyStudents={t('当前账号不是学生，不能补办')} refused={t('这份申请不能修改')}>
      {(known, row) => <Form key={row?.id ?? 'new'} known={known} row={row} />}
    </ApplyPage>
  )
}
const kindsOf = (known: FormStart) => known.kinds.flatMap(k => k ?? [])
const onlyKind = (known: FormStart): string | undefined => (known.kinds.length === 1 ? known.kinds[0]?.id : undefined)
function Form({ known, row }: { known: FormStart; row: Mine | undefined }) {
  const begun = useBeginning({ draft: DRAFT, id: row?.id, values: row ? { ...row } : { kindId: onlyKind(known), pickUp: 'window' } })
  const state = useApplicationForm({ of: reissueApplication, ...begun, page: MINE, layout: layoutOf(known), beside: {} })
  const { kindId, reason, lostOn, homeStation, schoolStation, homeProof } = state.form.values
  const kind = kindsOf(known).find(k => k.id === kindId)
  const isReady = Boolean(kindId && reason && (reason !== 'lost' || lostOn) && (!kind?.isTrain || (homeStation && schoolStation)))
  const asks = {
    ...{ id: row?.id ?? null, kindId, reason, lostOn: lostOn ?? null, homeStation: homeStation ?? null, schoolStation: schoolStation ?? null },
    hasProof: Array.isArray(homeProof) && homeProof.length > 0,
  } as unknown as Asks
  const preview = useRead(reissueApplication.preview, asks, { enabled: isReady, keeps: true }).data ?? undefined
  return (
    <ApplicationForm of={state} title={t('申请补办证卡')} own={{ path: MINE, label: t('我的补办') }} isBlocked={isReady && Boolean(preview?.problems.length)}>
      {kind?.isTrain ? <TrainRules of={known.train} /> : null}
      {isReady ? (
        <Outcome of={preview}>
          {preview?.fee ? t('批准后缴工本费 {{amount}}，缴费后制证。', { amount: formatMoney(preview.fee) }) : t('免费，批准后制证。')}
          {preview && preview.times > preview.mostTimes ? t('这是本学年第 {{n}} 次，要由学院再审一次。', { n: preview.times }) : null}
        </Outcome>
      ) : (
        <p className="ql-quiet">{t('选好证卡和原因，就能看到费用和审批。')}</p>
      )}
    </ApplicationForm>
  )
}
const TrainRules = ({ of }: { of: FormStart['train'] }) =>
  of ? (
    <p className="ql-help">
      {t('{{from}} 至 {{to}} 可以买 {{n}} 次单程优惠票。', { from: formatDate(of.from), to: formatDate(of.to), n: of.trips })}
      {of.needsCard ? t('购票和乘车要带优惠卡。') : t('铁路部门已联网核验，购票不再需要实体卡。')}
    </p>
  ) : null
const layoutOf = (known: FormStart): ReadonlyArray<Name | FieldSpec<Name>> => {
  const kinds = kindsOf(known)
  const kindIn = (values: Values) => kinds.find(k => k.id === values.kindId)
  const isTrain = (values: Values): boolean => kindIn(values)?.isTrain === true
  const isLost = (values: Values): boolean => values.reason === 'lost'
  const wasOther = (values: Values): boolean => {
    const before = kindIn(values)
    return isTrain(values) && Boolean(before?.homeStation && (before.homeStation !== values.homeStation || before.schoolStation !== values.schoolStation))
  }
  return [
    {
      field: 'kindId',
      render: ({ id, value, onChange, disabled, status }) => (
        <Select
          id={id}
          className="ql-wide"
          value={typeof value === 'string' ? value : undefined}
          status={status}
          disabled={disabled}
          options={kinds.map(k => ({ value: k.id, label: k.name }))}
          onChange={onChange}
        />
      ),
    },
    'reason',
    { field: 'lostOn', required: true, when: isLost },
    { field: 'lostPlace', when: isLost },
    'oldCardNo',
    { field: 'homeStation', required: true, when: isTrain },
    { field: 'schoolStation', required: true, when: isTrain },
    { field: 'homeProof', when: wasOther },
    'pickUp',
    'declaration',
  ]
}
