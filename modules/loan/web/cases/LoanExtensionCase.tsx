import { Card, FactList, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { STUDIES } from '../../model/extension.ts'
import { extensionApplication } from '../../model/extension-application.ts'

/** What somebody needs who decides: where the borrower studies on, and what is put off. */
export default function LoanExtensionCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(extensionApplication.card, { id: bizId })
  return (
    <Card read={read}>
      {card => (
        <Part label={t('深造展期')} title={card.school}>
          <FactList
            facts={[
              [t('攻读'), t(STUDIES[card.study])],
              [t('入学'), formatDate(card.from)],
              [t('预计毕业'), formatDate(card.until)],
              [t('贷款余额'), t('{{n}} 笔 {{balance}}', { n: card.loans, balance: formatMoney(card.balance) })],
              [t('开始计息'), card.startsOn ? formatDate(card.startsOn) : null],
            ]}
          />
        </Part>
      )}
    </Card>
  )
}
