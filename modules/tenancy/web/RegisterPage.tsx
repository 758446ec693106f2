import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '#web/i18n/index.ts'
import { PageTitle } from '#web/layout/Page.tsx'
import { Paper } from '#web/login/Paper.tsx'
import { Apply } from './register/Apply.tsx'
import { CodeStep } from './register/CodeStep.tsx'
import { Opening } from './register/Opening.tsx'
import { type Registered, SchoolStep } from './register/SchoolStep.tsx'
import { forgetAsked, keepAsked, keptAsked, type StoredRequest } from './register/stored-request.ts'
import '#web/records/records.css'
import style from './tenancy.module.css'

const STEPS = ['机器码', '注册码', '学校与管理员'] as const

/** `/registerschool`: machine code, registration code, school and first administrator, then progress. With `?tenantId=` a school renews its licence. */
export default function RegisterPage() {
  const [search] = useSearchParams()
  const tenantId = search.get('tenantId') ?? undefined
  const [asked, setAsked] = useState<StoredRequest | undefined>(() => (tenantId ? undefined : keptAsked()))
  const [step, setStep] = useState(0)
  const [regCode, setRegCode] = useState('')
  const [registered, setRegistered] = useState<Registered>()
  const ask = (next: StoredRequest) => {
    setAsked(next)
    if (!tenantId) keepAsked(next)
  }
  const again = () => {
    setAsked(undefined)
    forgetAsked()
  }
  const done = (answer: Registered) => {
    forgetAsked()
    setRegistered(answer)
  }
  return (
    <Paper info={undefined}>
      <PageTitle>{tenantId ? t('续期与注册') : t('软件注册')}</PageTitle>
      {registered ? (
        <Opening provisionId={registered.provisionId} link={registered.activationLink} onAgain={() => setRegistered(undefined)} />
      ) : (
        <>
          <ol className={style.steps}>
            {STEPS.map((title, at) => (
              <li key={title} className={at < step ? style.past : undefined} aria-current={at === step ? 'step' : undefined}>
                {t(title)}
              </li>
            ))}
          </ol>
          {step === 0 || !asked ? <Apply asked={asked} tenantId={tenantId} onAsked={ask} onNext={() => setStep(1)} /> : null}
          {step === 0 && asked ? (
            <button type="button" className={`ql-link ${style.again}`} onClick={again}>
              {t('重新填写申请')}
            </button>
          ) : null}
          {asked && step === 1 ? <CodeStep value={regCode} onChange={setRegCode} onBack={() => setStep(0)} onNext={() => setStep(2)} /> : null}
          {asked && step === 2 ? <SchoolStep asked={asked} regCode={regCode} onBack={() => setStep(1)} onDone={done} /> : null}
        </>
      )}
    </Paper>
  )
}
