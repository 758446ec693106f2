import { Card, FactList, Pair, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { aidLevel } from '../../../levels/model/dictionaries.ts'
import { proposeLevel } from '../../model/actions.ts'
import { recognitionApplication } from '../../model/application.ts'

/** What somebody needs who decides: the scores with what counted, and the level that they lead to. */
export default function AidRecognitionCase({ bizId, isApprover }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(recognitionApplication.card, { id: bizId })
  const levels = useDict(aidLevel)
  const name = (level: string | null) => (level ? dictLabel(levels, level) : t('不认定'))
  return (
    <Card read={read}>
      {card => (
        <Pair>
          <Part label={t('得分')}>
            <FactList
              facts={[
                [t('指标分'), card.indexScore === null ? null : String(card.indexScore)],
                [t('评议分'), card.reviewScore === null ? t('还没有评议') : String(card.reviewScore)],
                [t('总分'), card.finalScore === null ? null : String(card.finalScore)],
                [t('建议等级'), name(card.suggestedLevel)],
                [t('拟定等级'), card.isProposed ? name(card.proposedLevel) : null],
                [t('调整理由'), card.adjustReason],
                [t('去年等级'), card.lastLevel && name(card.lastLevel)],
              ]}
            />
            {isApprover ? <FormButton of={proposeLevel} input={{ id: bizId }} initial={{ level: card.proposedLevel ?? card.suggestedLevel }} /> : null}
          </Part>
          <Part label={t('计入的回答')}>
            <FactList facts={card.counted.flatMap(c => (c ? [[c.question, c.answer] as const] : []))} />
          </Part>
        </Pair>
      )}
    </Card>
  )
}
