import { Button, Checkbox } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Refused } from '#web/feedback/Refused.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { pictureLink } from '#web/files/links.ts'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { notify } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { stepStates } from '../../../steps/model/step-state.ts'
import { confirmScan, type lookUp } from '../../model/actions.ts'
import { stepAtOnce } from '../../model/auto-confirm.ts'
import style from '../desk.module.css'
import type { Who } from '../public/FindPerson.tsx'
import type { Point } from '../public/PointPage.tsx'

export type Found = AnswerOf<typeof lookUp>
type Step = NonNullable<Found['steps'][number]>
interface PersonProps {
  found: Found
  point: Point
  who: Who
  /** Confirms without a tap where one step may be done. */
  isAuto: boolean
  onDone: () => void
}
/** 30-WS5: green where something can be done here, red with the reason elsewhere. */
export function Person({ found, point, who, isAuto, onDone }: PersonProps) {
  const [isChecked, setChecked] = useState(false)
  const steps = found.steps.flatMap(step => step ?? [])
  const isGreen = steps.some(s => s.mayConfirm)
  const atOnce = isAuto ? stepAtOnce(found) : undefined
  return (
    <section className={isGreen ? style.green : style.red} aria-label={isGreen ? t('可以办理') : t('不能办理')}>
      <Face of={found}>
        {found.mustCheckId ? (
          <Checkbox checked={isChecked} onChange={e => setChecked(e.target.checked)}>
            {t('已核对身份证件')}
          </Checkbox>
        ) : null}
      </Face>
      {steps.map(step => (
        <OneStep
          key={step.code}
          of={step}
          point={point}
          who={who}
          idChecked={isChecked}
          isReady={!found.mustCheckId || isChecked}
          isAtOnce={step.code === atOnce}
          onDone={onDone}
        />
      ))}
      {steps.length ? null : <p>{t('这里没有这名新生要办的环节')}</p>}
    </section>
  )
}
/** Photo, name and place. */
const Face = ({ of, children }: { of: Found; children?: ReactNode }) => (
  <div className={style.person}>
    {of.photo ? <img src={pictureLink(of.photo, 200)} alt={t('照片')} /> : <span>{t('没有照片')}</span>}
    <Stack gap={2}>
      <h2>{of.name}</h2>
      <p>{[of.major, of.className, of.bed].filter(Boolean).join(' · ')}</p>
      {children}
    </Stack>
  </div>
)
/** The last person whose step was done without a tap, until the next one is scanned. */
export const DoneAtOnce = ({ of }: { of: Found }) => (
  <section className={style.green} role="status">
    <Face of={of}>
      <b>{t('{{step}} 已办', { step: of.steps.find(s => s?.code === stepAtOnce(of))?.name })}</b>
    </Face>
  </section>
)
interface OneStepProps {
  of: Step
  point: Point
  who: Who
  idChecked: boolean
  isReady: boolean
  isAtOnce: boolean
  onDone: () => void
}
function OneStep({ of, point, who, idChecked, isReady, isAtOnce, onDone }: OneStepProps) {
  const act = useAct(confirmScan, {
    done: false,
    changes: ['welcomeMember', 'welcomeStepState'],
    onDone: ({ isRepeat, name, by, at }) => {
      if (isRepeat) notify.warning(t('{{name}}的“{{step}}”已由 {{by}} 在 {{at}} 办理', { name, step: of.name, by, at: formatDatetime(at ?? '') }))
      else notify.success(t('{{name}}：{{step}} 已办', { name, step: of.name }))
      onDone()
    },
  })
  const confirm = () => act.mutate({ pointId: point.id, ...who, stepCode: of.code, idChecked })
  const isBegun = useRef(false)
  useEffect(() => {
    if (!isAtOnce || isBegun.current) return
    isBegun.current = true
    confirm()
  })
  return (
    <Stack gap={1}>
      <Row gap={2} spread="between">
        <b>
          {of.name} {of.recheck ? t('需复核') : ''}
        </b>
        <StateTag of={stepStates} state={of.state} />
      </Row>
      {of.why.map(line => (
        <span key={line}>{line}</span>
      ))}
      {of.state === 'done' ? <span>{t('{{by}} 在 {{at}} 办理', { by: of.by, at: formatDatetime(of.at ?? '') })}</span> : null}
      {act.error ? <Refused what={t('没有办成')} error={act.error} /> : null}
      {of.mayConfirm ? (
        <Button type="primary" size="large" block disabled={!isReady} loading={act.isPending} onClick={confirm}>
          {t('办理')}
        </Button>
      ) : null}
    </Stack>
  )
}
