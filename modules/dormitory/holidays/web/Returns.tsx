import { Button } from 'antd'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDatetime } from '#web/values/format.ts'
import { handledStates, isUnsettled } from '../../nights/model/handling.ts'
import { handleOverdue, overdueReturns } from '../model/closing-actions.ts'
import style from './holiday.module.css'

type Late = AnswerOf<typeof overdueReturns>[number]
/** 20-DH7: overdue returns until resolved. */
export function Returns({ planId }: { planId: string }) {
  const read = useRead(overdueReturns, { planId })
  const { data } = read
  const mayHandle = useCan(handleOverdue.permission)
  const [asked, setAsked] = useState<Late>()
  if (!data) return <Loading of={read} lines={8} />
  if (!data.length) return <Empty title={t('没有逾期未返校的学生')} />
  const open = data.filter(l => isUnsettled(l.handling)).length
  return (
    <Sheet label={t('逾期未返校')} className={style.card}>
      <h2>{open ? t('{{n}} 人逾期未返校，{{open}} 人待处置', { n: data.length, open }) : t('{{n}} 人逾期未返校，都已处置', { n: data.length })}</h2>
      <ul className={style.lines}>
        {data.map(l => (
          <li key={l.destinationId}>
            <b>{l.name}</b>
            <small>{[l.studentNo, l.className].filter(Boolean).join(' ')}</small>
            <State tone={isUnsettled(l.handling) ? 'refused' : 'done'}>{t(handledStates.labels[l.handling])}</State>
            <span>{l.backPlanned ? t('计划 {{time}} 返校', { time: formatDatetime(l.backPlanned) }) : t('没有填写返校时间')}</span>
            {l.note || l.nextStep ? <small>{[l.note, l.nextStep].filter(Boolean).join(t('；'))}</small> : null}
            {mayHandle ? (
              <Button type="link" size="small" aria-label={t('处置 {{name}}', { name: l.name ?? '' })} onClick={() => setAsked(l)}>
                {t('处置')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {asked ? (
        <ActionForm
          of={handleOverdue}
          input={{ destinationId: asked.destinationId }}
          title={t('{{name}} 逾期未返校', { name: asked.name ?? '' })}
          onClose={() => setAsked(undefined)}
          done={t('已处置')}
        />
      ) : null}
    </Sheet>
  )
}
