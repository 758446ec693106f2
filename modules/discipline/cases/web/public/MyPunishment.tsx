import type { ReactNode } from 'react'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { RichText } from '#web/rich/RichText.tsx'
import { formatDate } from '#web/values/format.ts'
import { agreeESign, defend, signDelivery } from '../../model/actions.ts'
import { DOCUMENTS } from '../../model/delivery.ts'
import { decisionLabel } from '../../model/levels.ts'
import type { myPunishments } from '../../model/my-actions.ts'
import { DEFENCES, punishmentStates } from '../../model/punishment.ts'

export type Mine = AnswerOf<typeof myPunishments>[number]
/** One card: what is decided, what one can do, until when. */
export function MyPunishment({ row, children }: { row: Mine; children?: ReactNode }) {
  return (
    <Sheet title={row.documentNo ?? row.caseNo} note={<State tone={punishmentStates.tones[row.state]}>{t(punishmentStates.labels[row.state])}</State>}>
      <Stack gap={3}>
        <p>{standing(row)}</p>
        {row.facts ? <RichText html={row.facts} /> : null}
        {row.defenceText ? <RichText html={row.defenceText} /> : row.defenceKind ? <p className="ql-quiet">{t(DEFENCES[row.defenceKind])}</p> : null}
        {row.defenceAnswer ? (
          <div>
            <p className="ql-quiet">{t('学校的答复')}</p>
            <RichText html={row.defenceAnswer} />
          </div>
        ) : null}
        {row.blocks.length ? <p className="ql-help">{t('处分期内：{{blocks}}', { blocks: row.blocks.map(b => t(b ?? '')).join('；') })}</p> : null}
        <Acts row={row} />
        {children}
      </Stack>
    </Sheet>
  )
}
/** What stands, in a sentence. */
function standing(row: Mine): string {
  const what = row.level || row.measure !== 'punishment' ? t(decisionLabel(row)) : ''
  if (row.liftedOn) return t('{{what}}已于 {{date}} 解除', { what, date: formatDate(row.liftedOn) })
  if (row.periodStart && row.periodEnd) return t('{{what}}，处分期 {{from}} 至 {{to}}', { what, from: formatDate(row.periodStart), to: formatDate(row.periodEnd) })
  if (row.decidedOn) return t('{{what}}，{{date}} 决定', { what, date: formatDate(row.decidedOn) })
  if (row.toSign) return t('{{document}}待你签收', { document: t(DOCUMENTS[row.toSign]) })
  return row.mayDefend && row.defenceDueOn
    ? t('学校拟给予{{what}}，{{date}} 24:00 前可以陈述申辩', { what, date: formatDate(row.defenceDueOn) })
    : t('学校拟给予{{what}}，正在办理', { what })
}
const Acts = ({ row }: { row: Mine }) => (
  <>
    {row.servedOn && row.appealDueOn ? (
      <p className="ql-quiet">{t('如有异议，{{date}} 24:00 前可以向{{body}}申诉。', { date: formatDate(row.appealDueOn), body: row.appealTo ?? '' })}</p>
    ) : null}
    <Row>
      {row.mayDefend ? <FormButton of={defend} input={{ id: row.id }} type="primary" size={720} changes={['punishment', 'todo']} done={t('陈述已提交')} /> : null}
      {row.toSign ? (
        <FormButton of={signDelivery} input={{ punishmentId: row.id, documentKind: row.toSign }} type="primary" changes={['punishment', 'todo']} done={t('已签收')} />
      ) : null}
      {row.isESignAgreed || row.servedOn ? null : <ActionButton of={agreeESign} input={{ id: row.id }} confirm={t('同意后，文书由你在手机上签名签收，视为送达。')} />}
    </Row>
  </>
)
