import { CheckList } from '#web/feedback/CheckList.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { applyLift, liftChecks, makeReport } from '../../model/lift.ts'

const CHANGES = ['punishment', 'punishmentLift', 'observationReport', 'todo'] as const
/** What a student in a period does: monthly reports, and asking for its end. */
export function LiftPart({ punishmentId, isProbation }: { punishmentId: string; isProbation: boolean }) {
  const { data } = useRead(liftChecks, { punishmentId })
  if (!data) return null
  return (
    <Stack gap={2}>
      <CheckList label={t('解除条件')} of={data.checks.map(c => ({ name: t(c.name), isMet: c.isMet, value: t(c.value) }))} />
      <Row>
        {isProbation ? <FormButton of={makeReport} input={{ punishmentId }} initial={{ month: data.months[0] ?? '' }} size={720} changes={CHANGES} done={t('汇报已提交')} /> : null}
        {data.isOpen ? null : <FormButton of={applyLift} input={{ punishmentId }} changes={CHANGES} done={t('解除申请已提交')} />}
      </Row>
    </Stack>
  )
}
