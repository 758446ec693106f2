import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { correctAppeal, myAppeals, submitAppeal, withdrawAppeal } from '../../model/actions.ts'
import { appealStates, CONCLUSIONS } from '../../model/appeal.ts'

const CHANGES = ['appeal', 'punishment', 'todo'] as const
/** A student's appeal against one decision: what stands, and what can be done. */
export function AppealPart({ punishmentId, mayAppeal }: { punishmentId: string; mayAppeal: boolean }) {
  const { data } = useRead(myAppeals, {})
  const own = data?.find(a => a.punishmentId === punishmentId && a.state !== 'withdrawn')
  if (!data) return null
  if (!own) return mayAppeal ? <FormButton of={submitAppeal} input={{ punishmentId }} size={720} changes={CHANGES} done={t('申诉已提交')} /> : null
  return (
    <Stack gap={2}>
      <p>
        {[
          t('申诉：{{state}}', { state: t(appealStates.labels[own.state]) }),
          own.missing && t('须补正：{{missing}}，{{date}} 前', { missing: own.missing, date: own.correctDueOn ? formatDate(own.correctDueOn) : '—' }),
          own.refusalReason,
          own.conclusion && `${own.resultNo ?? ''} ${t(CONCLUSIONS[own.conclusion])}`,
          own.provinceDueOn && t('{{date}} 前可以向省级教育行政部门申诉', { date: formatDate(own.provinceDueOn) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Row>
        {appealStates.allows(own, 'correct') ? <FormButton of={correctAppeal} input={{ id: own.id }} size={720} type="primary" changes={CHANGES} done={t('已补正')} /> : null}
        {appealStates.allows(own, 'withdraw') ? (
          <ActionButton of={withdrawAppeal} input={{ id: own.id }} changes={CHANGES} confirm={t('撤回后，在申诉期限内还可以重新提出。')} />
        ) : null}
      </Row>
    </Stack>
  )
}
