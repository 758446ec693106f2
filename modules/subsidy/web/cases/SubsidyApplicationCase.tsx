import { aidLevel } from '#modules/hardship/levels/model/dictionaries.ts'
import { Card, FactList, Pair, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { subsidyApply } from '../../model/application.ts'
import { subsidyCause } from '../../model/dictionaries.ts'

type ApplicationCard = NonNullable<AnswerOf<typeof subsidyApply.card>>
/** Card for deciding about a subsidy: amount and tier, what is left of the fund, and all aid of the year. */
export default function SubsidyApplicationCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(subsidyApply.card, { id: bizId })
  return (
    <Card read={read}>
      {card => (
        <>
          <What card={card} />
          <Pair>
            <Part label={t('经费')} title={card.fund ?? t('不占用经费')}>
              <FactList facts={card.left === null ? [] : [[t('剩余'), formatMoney(card.left)]]} />
            </Part>
            <Part label={t('本学年已获资助')} note={card.aids.length ? null : <span className="ql-quiet">{t('没有')}</span>}>
              <FactList facts={card.aids.flatMap(a => (a ? [[t('{{label}} {{name}}', { label: t(a.label), name: a.name }), formatMoney(a.amount)] as [string, string]] : []))} />
            </Part>
          </Pair>
        </>
      )}
    </Card>
  )
}
function What({ card }: { card: ApplicationCard }) {
  const [levels, causes] = [useDict(aidLevel), useDict(subsidyCause)]
  const { cause, happenedOn, level, tier, tierReason, amountAsked, charge, owed } = card
  const facts: Array<[string, string] | null> = [
    cause ? [t('原因'), dictLabel(causes, cause)] : null,
    happenedOn ? [t('发生时间'), formatDate(happenedOn)] : null,
    [t('困难等级'), level ? dictLabel(levels, level) : t('没有')],
    tier ? [t('档次'), dictLabel(levels, tier)] : null,
    tierReason ? [t('理由'), tierReason] : null,
    amountAsked ? [t('申请金额'), formatMoney(amountAsked)] : null,
    charge ? [t('减免的费用'), t('{{charge}}，还欠 {{owed}}', { charge, owed: formatMoney(owed ?? 0) })] : null,
  ]
  return (
    <Part label={t('申请')} title={t('{{item}} {{amount}}', { item: card.item, amount: formatMoney(card.amount ?? 0) })}>
      <FactList facts={facts.flatMap(f => (f ? [f] : []))} />
    </Part>
  )
}
