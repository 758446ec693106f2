import { ChevronRight } from 'lucide-react'
import { useNavigate } from 'react-router'
import { ApplicationForm } from '#modules/workflow/web/my-applications/ApplicationForm.tsx'
import { ApplicationLoader } from '#modules/workflow/web/my-applications/ApplicationLoader.tsx'
import { Choices } from '#modules/workflow/web/my-applications/Choices.tsx'
import { CASE_CHANGES } from '#modules/workflow/web/my-applications/MyApplication.tsx'
import { Bars, Empty } from '#web/feedback/Empty.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useDict } from '#web/records/useDict.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useMe } from '#web/session/useCan.ts'
import { applyTemp, myTemps, resubmitTemp, tempForm } from '../model/temp/actions.ts'
import { tempPlaceType } from '../model/temp/temp-location.ts'
import { OutcomeLine } from './temp/OutcomeLine.tsx'
import { TimeCard } from './temp/TimeCard.tsx'
import { useTemp } from './temp/useTemp.ts'
import './temp/temp.css'

type Known = AnswerOf<typeof tempForm>
type Mine = AnswerOf<typeof myTemps>[number]

/** 申请外宿: time, address, reason; phone first. */
export default function TempApplyPage() {
  const { studentId } = useMe().detail
  return studentId ? <Begin /> : <Empty title={t('当前账号不是学生，不能申请临时外宿')} />
}
function Begin() {
  const [params] = useOwnParams()
  const id = params.get('edit') ?? undefined
  const known = useRead(tempForm, {})
  const mine = useRead(myTemps, { id: id ?? null }, { enabled: Boolean(id) })
  return (
    <ApplicationLoader known={known} mine={mine} id={id} refused={t('这份外宿不能修改')}>
      {(form, row) => (form.problem ? <Empty title={form.problem} /> : <Form key={id ?? 'new'} known={form} row={row} />)}
    </ApplicationLoader>
  )
}
/** Prefilled: last place and contact on record. */
const beginning = ({ placeType, cantonCode, address, contactName, contactPhone }: Known) => ({ placeType, cantonCode, address, contactName, contactPhone, guardianInformed: false })

function Form({ known, row }: { known: Known; row: Mine | undefined }) {
  const navigate = useNavigate()
  const temp = useTemp({ id: row?.id, values: row ? { ...row, proofs: row.proofs ?? [] } : beginning(known), submitBefore: known.submitBefore })
  const { form, preview } = temp
  const onDone = (answer: AnswerOf<typeof applyTemp>) => {
    temp.forget()
    navigate(`/dormitory/temp/mine?id=${answer.id}`, { replace: true })
  }
  const apply = useAct(applyTemp, { onDone, changes: CASE_CHANGES, done: t('申请已提交') })
  const again = useAct(resubmitTemp, { onDone, changes: CASE_CHANGES, done: t('申请已重新提交') })
  const isBusy = apply.isPending || again.isPending
  const send = () => {
    const checked = form.check(temp.given(), 'add')
    if (!checked) return temp.showMore()
    if (isBusy) return
    const input = checked as Parameters<typeof apply.mutate>[0] // the same fields were validated against the action's input just before
    if (row) again.mutate({ id: row.id, ...input }, { onError: form.refuse })
    else apply.mutate(input, { onError: form.refuse })
  }
  return (
    <ApplicationForm
      title={row ? t('修改外宿申请') : t('申请外宿')}
      own={{ path: '/dormitory/temp/mine', label: t('我的外宿') }}
      isAgain={row !== undefined}
      isBusy={isBusy}
      isBlocked={Boolean(preview.data?.problems.length)}
      savedAt={temp.savedAt}
      onSend={send}
    >
      <TimeCard picked={temp.picked} onPick={temp.pick} />
      {preview.data ? <OutcomeLine of={preview.data} /> : <Bars lines={2} />}
      <Places placeType={temp.placeType} onPick={temp.setPlaceType} />
      <section className="ql-sheet own-card">
        {form.refusal ? <Refused what={t('没有提交')} error={form.refusal} /> : null}
        <Fields form={form} disabled={isBusy} />
        {temp.showsMore ? null : (
          <button type="button" className="dorm-temp-more" onClick={temp.showMore}>
            <span>{t('紧急联系人')}</span>
            <b>
              {String(form.values.contactName)} {String(form.values.contactPhone)}
            </b>
            <ChevronRight size={18} aria-hidden="true" />
          </button>
        )}
      </section>
    </ApplicationForm>
  )
}
function Places({ placeType, onPick }: { placeType: string; onPick: (code: string) => void }) {
  const places = useDict(tempPlaceType).filter(p => p.isEnabled || p.key === placeType)
  return <Choices label={t('外宿地点')} name="temp-place" options={places.map(p => ({ value: p.key, label: p.label }))} value={placeType} onPick={onPick} />
}
