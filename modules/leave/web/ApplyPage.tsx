import { Button } from 'antd'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
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
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useMe } from '#web/session/useCan.ts'
import { applyLeave, resubmitLeave } from '../model/actions.ts'
import { type Prefilled, prefilledBy } from '../model/apply-link.ts'
import { leaveForm, myLeaves } from '../model/read-actions.ts'
import { TimeCard } from './apply/TimeCard.tsx'
import { useApplication } from './apply/useApplication.ts'
import { LessonTable, missedSections, OutcomeLine, type Preview, Warnings } from './Outcome.tsx'
import './leave.css'

type Known = AnswerOf<typeof leaveForm>
type Mine = AnswerOf<typeof myLeaves>[number]

/** 我要请假: type, time, reason; the consequences are shown while typing. */
export default function ApplyPage() {
  const { studentId } = useMe().detail
  return studentId ? <Begin /> : <Empty title={t('当前账号不是学生，不能为自己请假')} />
}
function Begin() {
  const [params] = useOwnParams()
  const id = params.get('edit') ?? undefined
  const known = useRead(leaveForm, {})
  const mine = useRead(myLeaves, { id: id ?? null }, { enabled: Boolean(id) })
  return (
    <ApplicationLoader known={known} mine={mine} id={id} refused={t('这份请假不能修改')}>
      {(form, row) => <Form key={id ?? 'new'} known={form} row={row} typeId={params.get('type')} prefilled={prefilledBy(params)} />}
    </ApplicationLoader>
  )
}
/** The leave as form values. */
const valuesOf = (row: Mine) => ({ ...row, proofs: row.proofs ?? [], reason: row.reason ?? '' })
const firstType = (known: Known, code: string | null): string =>
  (known.types.find(x => x?.code === code) ?? known.types.find(x => x?.code === 'personal') ?? known.types[0])?.id ?? ''

interface FormProps {
  known: Known
  row: Mine | undefined
  typeId: string | null
  /** Values from a link of another form. */
  prefilled: Partial<Prefilled>
}
function Form({ known, row, typeId: wanted, prefilled }: FormProps) {
  const navigate = useNavigate()
  const typeOf = (id: string) => known.types.find(x => x?.id === id)
  const application = useApplication({
    id: row?.id,
    prefilled,
    values: row ? valuesOf(row) : { typeId: firstType(known, wanted), contactName: known.contactName, contactPhone: known.contactPhone, leavesCampus: false, leavesCity: false },
    isSensitive: id => typeOf(id)?.sensitive === true,
  })
  const { form, preview } = application
  const onDone = (answer: AnswerOf<typeof applyLeave>) => {
    application.forget()
    navigate(`/leave/mine?id=${answer.id}`, { replace: true })
  }
  const apply = useAct(applyLeave, { onDone, changes: CASE_CHANGES, done: t('申请已提交') })
  const again = useAct(resubmitLeave, { onDone, changes: CASE_CHANGES, done: t('申请已重新提交') })
  const isBusy = apply.isPending || again.isPending
  const send = () => {
    const checked = form.check(application.given(), 'add')
    if (!checked || isBusy) return
    const input = checked as Parameters<typeof apply.mutate>[0] // the same fields were validated against the action's input just before
    if (row) again.mutate({ id: row.id, ...input }, { onError: form.refuse })
    else apply.mutate(input, { onError: form.refuse })
  }
  return (
    <ApplicationForm
      title={row ? t('修改请假') : t('请假')}
      own={{ path: '/leave/mine', label: t('我的请假') }}
      isAgain={row !== undefined}
      isBusy={isBusy}
      isBlocked={Boolean(preview.data?.problems.length)}
      savedAt={application.savedAt}
      onSend={send}
    >
      <Types known={known} typeId={application.typeId} onPick={application.setTypeId} />
      <TimeCard
        picked={application.picked}
        days={preview.data?.days}
        recent={known.recent.filter(r => r?.id !== row?.id)}
        shift={application.shift}
        onPick={application.pick}
        onShift={application.setShift}
      />
      <Consequences preview={preview.data ?? undefined} />
      <section className="ql-sheet own-card">
        {form.refusal ? <Refused what={t('没有提交')} error={form.refusal} /> : null}
        <Fields form={form} disabled={isBusy} />
      </section>
    </ApplicationForm>
  )
}
function Types({ known, typeId, onPick }: { known: Known; typeId: string; onPick: (id: string) => void }) {
  const options = known.types.flatMap(type => (type ? [{ value: type.id, label: t(type.name) }] : []))
  return <Choices label={t('类型')} name="leave-type" options={options} value={typeId} onPick={onPick} />
}
/** Level, lessons and warnings; refetched on every change, with the previous result shown meanwhile. */
function Consequences({ preview }: { preview: Preview | undefined }) {
  const [isOpen, setOpen] = useState(false)
  if (!preview) return <Bars lines={3} />
  const missed = missedSections(preview)
  return (
    <>
      {preview.problems.length ? (
        <div className="own-problems" role="alert">
          {preview.problems.map(p => (
            <p key={p}>{p}</p>
          ))}
        </div>
      ) : (
        <OutcomeLine of={preview} />
      )}
      <section className="ql-sheet own-card" aria-label={t('缺课')}>
        <div className="leave-missed">
          <h2>{preview.hasTimetable ? (missed ? t('会缺 {{n}} 节课', { n: missed }) : t('不缺课')) : t('还没有课表，不能核对缺课')}</h2>
          {missed ? (
            <Button
              type="text"
              size="small"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
              icon={isOpen ? <ChevronUp size={16} /> : <ChevronDown size={16} />}
              iconPlacement="end"
            >
              {t('查看 {{n}} 门课', { n: preview.courses.length })}
            </Button>
          ) : null}
        </div>
        <Warnings of={preview} />
        {isOpen && missed ? <LessonTable of={preview} /> : null}
      </section>
    </>
  )
}
