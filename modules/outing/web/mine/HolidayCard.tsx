import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { schoolInstant } from '#model/school-time.ts'
import CantonPicker from '#modules/campus/web/CantonPicker.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { State } from '#web/feedback/State.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import type { FormLayout, FormValues } from '#web/forms/layout.ts'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { useFields } from '#web/forms/useFields.ts'
import { givenValues } from '#web/forms/values.ts'
import { isRefusal } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { answer as asked, CHOICES, type Choice } from '../../model/holiday.ts'
import { answerDestination, type myDestinations } from '../../model/holiday-actions.ts'

type Plan = AnswerOf<typeof myDestinations>[number]
const goes = (v: FormValues): boolean => v.choice !== 'stay'
const LAYOUT: FormLayout = [
  'choice',
  { field: 'leaveAt', when: goes },
  { field: 'backPlanned', when: goes },
  { field: 'cantonCode', when: goes, render: props => <CantonPicker {...props} /> },
  { field: 'address', when: goes },
  { field: 'transport', when: goes },
  { field: 'tripNo', when: goes },
  'companion',
  'contactPhone',
  { field: 'showsToCompanions', when: goes },
]
const TRAVEL = ['leaveAt', 'backPlanned', 'cantonCode', 'address', 'transport', 'tripNo', 'showsToCompanions']
const isChoice = (value: unknown): value is Choice => typeof value === 'string' && value in CHOICES

/** One holiday with its answer, or the form. */
export function HolidayCard({ plan }: { plan: Plan }) {
  const [asked, setAsked] = useState<'leave' | 'stay'>()
  const navigate = useNavigate()
  // a withdrawn answer is asked again, prefilled with the previous values
  const answer = plan.answer?.answeredAt ? plan.answer : null
  const stay = () => (plan.stayNeedsApproval ? navigate(`/dormitory/holiday/mine?apply=${plan.planId}`) : setAsked('stay'))
  return (
    <section className="ql-sheet outing-card" aria-label={plan.name}>
      <header>
        <h2>{plan.name}</h2>
        <State tone={answer ? 'done' : 'attention'}>{answer ? t(CHOICES[answer.choice]) : t('未登记')}</State>
      </header>
      <p>{t('{{from}} 至 {{to}}', { from: formatDate(plan.holidayFrom), to: formatDate(plan.holidayTo) })}</p>
      {answer?.leaveAt ? (
        <p className="ql-quiet">{t('{{from}} 离校，{{to}} 返校', { from: formatDatetime(answer.leaveAt), to: answer.backPlanned ? formatDatetime(answer.backPlanned) : '—' })}</p>
      ) : null}
      {answer ? null : <p className="outing-late">{t('{{time}} 前登记', { time: formatDatetime(plan.endTime) })}</p>}
      {plan.companions.length ? (
        <p className="ql-quiet">
          {t('同城同日：{{names}}', {
            names: plan.companions.flatMap(c => (c ? [`${c.name}${c.className ? `（${c.className}）` : ''}${c.tripNo ? ` ${c.tripNo}` : ''}`] : [])).join(t('、')),
          })}
        </p>
      ) : null}
      {plan.canChange ? (
        <footer>
          <Button type={answer ? 'default' : 'primary'} onClick={() => setAsked('leave')}>
            {answer && answer.choice !== 'stay' ? t('修改去向') : t('登记离校')}
          </Button>
          {plan.stayAllowed && answer?.choice !== 'stay' ? <Button onClick={stay}>{plan.stayNeedsApproval ? t('申请留校') : t('登记留校')}</Button> : null}
        </footer>
      ) : null}
      {asked ? <AnswerForm plan={plan} stays={asked === 'stay'} onClose={() => setAsked(undefined)} /> : null}
    </section>
  )
}
/** Initial values: the current answer, else the last holiday's, and the pressed choice. */
function beginning({ answer, suggested, holidayFrom, holidayTo }: Plan, stays: boolean): FormValues {
  const leaveAt = schoolInstant(holidayFrom, '09:00')
  const backPlanned = schoolInstant(holidayTo, '18:00')
  if (answer && answer.choice !== 'stay') return { ...answer, ...(stays ? { choice: 'stay' } : {}) }
  const away = suggested?.choice && suggested.choice !== 'stay' ? suggested.choice : 'home'
  return { ...suggested, ...(answer ? { contactPhone: answer.contactPhone } : {}), leaveAt, backPlanned, choice: stays ? 'stay' : away }
}
function AnswerForm({ plan, stays, onClose }: { plan: Plan; stays: boolean; onClose: () => void }) {
  const [initial] = useState<FormValues>(() => beginning(plan, stays))
  const [version, setVersion] = useState(plan.answer?.version)
  const [theirs, setTheirs] = useState<FormValues>()
  const form = useFields(asked, LAYOUT, initial)
  useUnsaved(JSON.stringify(form.values) !== JSON.stringify(initial))
  const act = useAct(answerDestination, { onDone: onClose, done: t('已登记') })
  const send = () => {
    const given = givenValues(form.values)
    const fit = Object.fromEntries(Object.keys(asked).flatMap(key => (given[key] === undefined || (given.choice === 'stay' && TRAVEL.includes(key)) ? [] : [[key, given[key]]])))
    const checked = form.check(fit, 'add')
    if (!checked || act.isPending) return
    const input = { ...checked, planId: plan.planId, ...(version === undefined ? {} : { version }) } as Parameters<typeof act.mutate>[0] // validated against the same fields just before
    act.mutate(input, {
      onError: error => {
        if (!isRefusal(error) || error.code !== 409 || typeof error.data !== 'object' || error.data === null) return form.refuse(error)
        const row = error.data as FormValues // the current answer, returned with the conflict
        setTheirs(row)
        if (typeof row.version === 'number') setVersion(row.version)
      },
    })
  }
  return (
    <Panel
      open
      title={plan.name}
      onClose={onClose}
      footer={
        <div className="ql-acts">
          <Button onClick={onClose}>{t('取消')}</Button>
          <Button type="primary" loading={act.isPending} onClick={send}>
            {theirs ? t('用我填的保存') : t('保存')}
          </Button>
        </div>
      }
    >
      {form.refusal ? <Refused what={t('没有登记')} error={form.refusal} /> : null}
      {theirs ? (
        <p className="ql-problem" role="alert">
          {t('另一处刚刚登记了：{{theirs}}。下面是你填的，核对后再保存。', {
            theirs: [
              isChoice(theirs.choice) ? t(CHOICES[theirs.choice]) : '',
              typeof theirs.leaveAt === 'string' ? formatDatetime(theirs.leaveAt) : '',
              String(theirs.tripNo ?? ''),
            ]
              .filter(Boolean)
              .join(' '),
          })}
        </p>
      ) : null}
      <Fields form={form} />
    </Panel>
  )
}
