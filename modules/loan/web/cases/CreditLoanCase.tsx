import { bank as banks } from '#modules/money/payout/model/dictionaries.ts'
import { Card, FactList, Pair, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { campusApplication } from '../../model/campus-application.ts'
import { LOAN_KINDS } from '../../model/credit-loan.ts'
import { loanStates } from '../../model/loan-states.ts'

/** Card for deciding about a campus-based loan: the sum beside what the year costs and the most that may be borrowed, and earlier loans. */
export default function CreditLoanCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(campusApplication.card, { id: bizId })
  const named = useDict(banks)
  return (
    <Card read={read}>
      {card => (
        <>
          <Part label={t('校园地贷款')} title={t('{{xn}} 学年 {{amount}}', { xn: card.xn, amount: formatMoney(card.approved) })}>
            <FactList
              facts={[
                [t('经办银行'), dictLabel(named, card.bank)],
                [t('最多可贷'), formatMoney(card.cap)],
                [t('学费'), formatMoney(card.tuition)],
                [t('住宿费'), formatMoney(card.lodging)],
                [t('本学年欠费'), formatMoney(card.owed)],
                [t('共同借款人'), card.coName && t('{{name}}（{{relation}}）', { name: card.coName, relation: card.coRelation ?? '—' })],
                [t('预计毕业'), card.graduates ? formatDate(card.graduates) : null],
                [t('申请理由'), card.reason],
              ]}
            />
          </Part>
          <Pair>
            <Part label={t('以往贷款')} note={card.earlier.length ? null : <span className="ql-quiet">{t('没有贷过')}</span>}>
              <ul>
                {card.earlier.map(l =>
                  l ? (
                    <li key={l.id}>
                      {t('{{xn}} {{kind}}贷款', { xn: l.xn, kind: t(LOAN_KINDS[l.kind]) })} {formatMoney(l.approved)} <StateTag of={loanStates} state={l.state} />
                    </li>
                  ) : null,
                )}
              </ul>
            </Part>
          </Pair>
        </>
      )}
    </Card>
  )
}
