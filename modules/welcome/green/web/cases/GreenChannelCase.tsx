import { Card, FactList, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { greenApplication } from '../../model/application.ts'
import { greenReason, PACKAGES } from '../../model/green-channel.ts'
import { Items } from '../green/Items.tsx'

/** What somebody needs who decides: why, which fees, and what else is asked for. */
export default function GreenChannelCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(greenApplication.card, { id: bizId })
  const reasons = useDict(greenReason)
  return (
    <Card read={read}>
      {card => (
        <Part label={t('绿色通道')} note={<span className="ql-quiet">{t('申请缓缴 {{amount}}', { amount: formatMoney(card.total) })}</span>}>
          <FactList
            facts={[
              [t('原因'), card.reasons.flatMap(code => (code ? [dictLabel(reasons, code)] : [])).join(t('、'))],
              [t('贷款回执验证码'), card.loanReceiptCode],
              [t('爱心礼包'), (card.packages ?? []).flatMap(one => (one ? [t(PACKAGES[one])] : [])).join(t('、'))],
              [t('预计哪天缴清'), card.expectedPay ? formatDate(card.expectedPay) : null],
              [t('说明'), card.note],
            ]}
          />
          <Items of={card.items} />
        </Part>
      )}
    </Card>
  )
}
