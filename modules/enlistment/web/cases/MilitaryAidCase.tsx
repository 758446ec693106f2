import { Card, FactList, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { AID_KINDS, isWaiver } from '../../model/aid.ts'
import { aidApplication } from '../../model/application.ts'
import { Computation } from '../Computation.tsx'

/** What somebody needs who decides: the notice, and the computation year by year. */
export default function MilitaryAidCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(aidApplication.card, { id: bizId })
  return (
    <Card read={read}>
      {card => (
        <>
          <Part label={t('参军资助')} note={<span className="ql-quiet">{t(AID_KINDS[card.kind])}</span>}>
            <FactList
              facts={[
                [t('入伍通知书日期'), card.noticeDate ? formatDate(card.noticeDate) : null],
                [t('申请表编号'), card.formNo],
                [t('未还清的贷款'), card.openLoan ? formatMoney(card.openLoan) : null],
                [t('学费核定意见'), card.tuitionOpinion],
              ]}
            />
          </Part>
          <Part label={t('逐年计算')}>
            <Computation of={{ ...card, isWaiver: isWaiver(card.kind) }} />
          </Part>
        </>
      )}
    </Card>
  )
}
