import { useState } from 'react'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Value } from '#web/forms/Cell.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { MISSING } from '#web/values/format.ts'
import { openAppointment } from '../model/actions.ts'

/** What an appointment is about: asked for by a press, since each reading is recorded. */
export function SaidButton({ id }: { id: string }) {
  const [said, setSaid] = useState<AnswerOf<typeof openAppointment>>()
  const act = useAct(openAppointment, { done: false, onDone: setSaid })
  const close = () => {
    setSaid(undefined)
    act.reset()
  }
  return (
    <>
      <PlacedButton isBusy={act.isPending} onClick={() => act.mutate({ id })}>
        {t(openAppointment.label)}
      </PlacedButton>
      <Panel open={said !== undefined || act.error !== null} title={t('想聊什么')} onClose={close}>
        {act.error ? <Refused what={t('没有读到')} error={act.error} /> : null}
        {said ? (
          <>
            <p>
              <Value field={openAppointment.output.topic} value={said.topic} fieldName="topic" />
            </p>
            <p>{said.intake ?? MISSING}</p>
          </>
        ) : null}
      </Panel>
    </>
  )
}
