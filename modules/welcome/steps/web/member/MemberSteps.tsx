import { Loaded } from '#web/feedback/Loaded.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { memberSteps, reopenStep, sendBack, settleStep, waiveStep } from '../../model/actions.ts'
import { allowsAct, CHANNELS, stepStates } from '../../model/step-state.ts'
import style from '../steps.module.css'

type Step = NonNullable<AnswerOf<typeof memberSteps>['steps'][number]>
const CHANGES = ['welcomeMember', 'welcomeStepState']

/** All steps of one person, with what staff may do about each. */
export function MemberSteps({ id }: { id: string }) {
  const read = useRead(memberSteps, { id })
  return (
    <Loaded of={read}>
      {({ steps }) => (
        <ul className={style.steps} aria-label={t('环节进度')}>
          {steps.map(step => (step ? <Line key={step.code} id={id} of={step} /> : null))}
        </ul>
      )}
    </Loaded>
  )
}
function Line({ id, of }: { id: string; of: Step }) {
  const input = { id, code: of.code }
  const byHand = of.kind !== 'auto'
  return (
    <li>
      <Stack gap={1}>
        <Row gap={2} spread="between">
          <b>{of.name}</b>
          <Row gap={1}>
            {of.recheck ? <span className={style.recheck}>{t('需复核')}</span> : null}
            <StateTag of={stepStates} state={of.state} />
          </Row>
        </Row>
        <span className="ql-quiet">{[of.at ? formatDatetime(of.at) : '', of.by, of.point, of.channel ? t(CHANNELS[of.channel]) : '', of.remark].filter(Boolean).join(' · ')}</span>
        {of.why.map(line => (
          <span key={line} className="ql-quiet">
            {line}
          </span>
        ))}
        <Row gap={2}>
          {byHand && (allowsAct(of, 'confirm') || of.recheck) ? <FormButton of={settleStep} input={input} changes={CHANGES} /> : null}
          {allowsAct(of, 'sendBack') ? <FormButton of={sendBack} input={input} changes={CHANGES} /> : null}
          {of.canWaive ? <FormButton of={waiveStep} input={input} changes={CHANGES} /> : null}
          {(byHand || of.state === 'waived') && allowsAct(of, 'reopen') ? <FormButton of={reopenStep} input={input} changes={CHANGES} danger /> : null}
        </Row>
      </Stack>
    </li>
  )
}
