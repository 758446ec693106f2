import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { schoolInstant } from '#model/school-time.ts'
import CantonPicker from '#modules/campus/web/CantonPicker.tsx'
import { MyTask } from '#modules/workflow/tasks/web/public/MyTask.tsx'
import type { FormLayout, FormValues } from '#web/forms/layout.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { answer as asked, CHOICES, type Choice } from '../../model/holiday.ts'
import { ownDestinations } from '../../model/holiday-actions.ts'

type Plan = AnswerOf<typeof ownDestinations.mine>[number]
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
const isChoice = (value: unknown): value is Choice => typeof value === 'string' && value in CHOICES
const summary = ({ choice, leaveAt, tripNo }: FormValues): string =>
  [isChoice(choice) ? t(CHOICES[choice]) : '', typeof leaveAt === 'string' ? formatDatetime(leaveAt) : '', String(tripNo ?? '')].filter(Boolean).join(' ')

/** One holiday with its answer, or the form. */
export function HolidayCard({ plan }: { plan: Plan }) {
  const navigate = useNavigate()
  // a withdrawn answer is asked again, prefilled with the previous values
  const answer = plan.answer?.answeredAt ? plan.answer : null
  const names = plan.companions.flatMap(c => (c ? [`${c.name}${c.className ? `（${c.className}）` : ''}${c.tripNo ? ` ${c.tripNo}` : ''}`] : []))
  const stay = (fill: (values: FormValues) => void) => (plan.stayNeedsApproval ? navigate(`/dormitory/holiday/mine?apply=${plan.planId}`) : fill(beginning(plan, true)))
  return (
    <MyTask
      of={ownDestinations.answer}
      task={plan}
      round={{ planId: plan.planId }}
      asked={asked}
      layout={LAYOUT}
      isAnswered={answer !== null}
      summary={summary}
      acts={fill => (
        <>
          <Button type={answer ? 'default' : 'primary'} onClick={() => fill(beginning(plan, false))}>
            {answer && answer.choice !== 'stay' ? t('修改去向') : t('登记离校')}
          </Button>
          {plan.stayAllowed && answer?.choice !== 'stay' ? <Button onClick={() => stay(fill)}>{plan.stayNeedsApproval ? t('申请留校') : t('登记留校')}</Button> : null}
        </>
      )}
    >
      <p>{t('{{from}} 至 {{to}}', { from: formatDate(plan.holidayFrom), to: formatDate(plan.holidayTo) })}</p>
      {answer?.leaveAt ? (
        <p className="ql-quiet">{t('{{from}} 离校，{{to}} 返校', { from: formatDatetime(answer.leaveAt), to: answer.backPlanned ? formatDatetime(answer.backPlanned) : '—' })}</p>
      ) : null}
      {names.length ? <p className="ql-quiet">{t('同城同日：{{names}}', { names: names.join(t('、')) })}</p> : null}
    </MyTask>
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
