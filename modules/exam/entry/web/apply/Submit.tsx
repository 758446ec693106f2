import { useEffect } from 'react'
import { currentRealm } from '#web/credentials/realm.ts'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { CodeField, useMobileCode } from '#web/login/MobileCode.tsx'
import { wantedTenant } from '#web/session/appInfo.ts'
import { useMe } from '#web/session/useCan.ts'
import { formatDatetime, formatMoney } from '#web/values/format.ts'
import { payApplication, submitApplication } from '../../model/own-actions.ts'
import { CHANGES } from '../changes.ts'
import { mayEdit, type StepProps } from './mine.ts'

/** 30-EA4: the last version of the choices is confirmed by a code to the applicant's phone. */
export function Submit({ of, row, applicant }: StepProps) {
  const isReady = of.lacks.length === 0
  return (
    <Sheet title={t('5. 确认并提交')}>
      {row.submittedAt ? <p>{t('{{time}} 已提交', { time: formatDatetime(row.submittedAt) })}</p> : null}
      {isReady ? null : <p className="ql-problem">{t('还缺：{{what}}', { what: of.lacks.map(name => t(name ?? '')).join(t('、')) })}</p>}
      {mayEdit(of, row, 'submit') ? (
        <FormButton
          of={submitApplication}
          type="primary"
          disabled={!isReady}
          input={{ id: row.id, choiceSeq: row.choiceSeq }}
          changes={CHANGES}
          note={t('提交后等待审核。报名截止前还可以改志愿，改后须重新确认。')}
          done={t('已提交')}
          layout={['commitment', ...(of.needsCode ? [{ field: 'code' as const, render: (props: DrawnInput) => <Code mobile={applicant.phone ?? ''} {...props} /> }] : [])]}
        />
      ) : null}
    </Sheet>
  )
}
function Code({ mobile, value, onChange }: DrawnInput & { mobile: string }) {
  const { setMobile, setCode, ...rest } = useMobileCode({ realm: currentRealm(), tenantId: useMe().tenantId || wantedTenant(), scene: 'verify' })
  useEffect(() => setMobile(mobile), [mobile, setMobile])
  return <CodeField of={{ ...rest, setMobile, setCode: onChange, code: String(value ?? '') }} />
}
/** 30-EA5 */
export function Pay({ of, row }: StepProps) {
  return (
    <Sheet title={t('6. 缴费')}>
      <p>{of.fee ? t('报名考试费 {{amount}} 元，{{at}} 前缴清，逾期报名失效', { amount: formatMoney(of.fee), at: formatDatetime(of.payTo) }) : t('这次考试不收报名考试费')}</p>
      {row.state === 'paid' ? <p>{t('报名完成，准考证开放后会通知你')}</p> : null}
      {row.state === 'approved' ? (
        <ActionButton of={payApplication} type="primary" input={{ id: row.id }} done={false} onDone={({ path }) => window.location.assign(path)}>
          {t('去缴费')}
        </ActionButton>
      ) : null}
      {['draft', 'pending', 'returned'].includes(row.state) && of.fee ? <p className="ql-quiet">{t('审核通过后在这里缴费')}</p> : null}
    </Sheet>
  )
}
