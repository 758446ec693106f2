import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { type mySteps, submitStep } from '../../model/actions.ts'
import { PHASES, type Phase } from '../../model/step.ts'
import { stepStates } from '../../model/step-state.ts'
import style from '../steps.module.css'

type Mine = AnswerOf<typeof mySteps>
type Step = NonNullable<Mine['steps'][number]>
const isSettled = ({ state }: Step): boolean => state === 'done' || state === 'waived'

/** The checklist: what to do next on top, then all steps by phase. */
export function MySteps({ of }: { of: Mine }) {
  const steps = of.steps.flatMap(step => step ?? [])
  const next = steps.find(s => s.required && s.isOpen && (s.state === 'open' || s.state === 'returned')) ?? steps.find(s => s.isOpen && s.state === 'open')
  const done = steps.filter(isSettled).length
  return (
    <Stack gap={4}>
      {next ? (
        <section className={style.next} aria-label={t('下一步')}>
          <span className="ql-quiet">{t('下一步')}</span>
          <Line of={next} />
        </section>
      ) : null}
      <b>{t('{{done}} / {{total}} 项办完', { done, total: steps.length })}</b>
      {(Object.keys(PHASES) as Phase[]).map(phase => {
        const own = steps.filter(s => s.phase === phase && s !== next)
        return own.length ? (
          <section key={phase}>
            <h2>{t(PHASES[phase])}</h2>
            <ul className={style.steps}>
              {own.map(step => (
                <li key={step.code}>
                  <Line of={step} />
                </li>
              ))}
            </ul>
          </section>
        ) : null
      })}
    </Stack>
  )
}
function Line({ of }: { of: Step }) {
  const says =
    of.state === 'done' && of.at ? [formatDatetime(of.at)] : of.isOpen ? [] : [t('{{from}} 至 {{to}}', { from: formatDatetime(of.from ?? ''), to: formatDatetime(of.to ?? '') })]
  return (
    <Stack gap={1}>
      <Row gap={2} spread="between">
        <span>
          {of.name} {of.required ? null : <small className="ql-quiet">{t('选办')}</small>}
        </span>
        <Row gap={1}>
          {of.recheck ? <span className={style.recheck}>{t('需复核')}</span> : null}
          <StateTag of={stepStates} state={of.state} />
        </Row>
      </Row>
      {[...says, of.place && !isSettled(of) ? of.place : '', of.remark ?? '', ...of.why].filter(Boolean).map(line => (
        <span key={line} className="ql-quiet">
          {line}
        </span>
      ))}
      <Row gap={2}>
        {of.form && !isSettled(of) ? (
          <Link to={of.form}>
            {t('去办理')}
            <ChevronRight size={14} aria-hidden="true" />
          </Link>
        ) : null}
        {of.canSubmit ? <ActionButton of={submitStep} input={{ code: of.code }} changes={['welcomeStepState']} done={t('已提交')} /> : null}
      </Row>
    </Stack>
  )
}
