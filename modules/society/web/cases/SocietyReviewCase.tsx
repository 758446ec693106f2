import { Card, FactList, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { reviewCard } from '../../model/review-actions.ts'
import { REVIEW_GRADES } from '../../model/review-scores.ts'
import { faultsText, Report, Scores } from '../review/Scores.tsx'

/** What somebody needs who decides: what records say, what it adds up to, and the report. */
export default function SocietyReviewCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(reviewCard, { id: bizId })
  return (
    <Card read={read}>
      {card => (
        <>
          <Part label={card.society}>
            <FactList
              facts={[
                [t('社团年审'), card.round],
                [t('等级'), card.grade ? t(REVIEW_GRADES[card.grade]) : null],
                [t('等级的理由'), card.gradeReason],
                [t('总分'), card.total],
                [t('名次'), card.place],
                [t('不合格情形'), faultsText(card.faults) || t('没有')],
                [t('成员'), card.members],
                [t('活动次数'), card.activities],
                [t('参加过活动的成员'), card.participants],
                [t('指导小时'), card.hours],
                [t('未办结的经费单'), card.openDrafts],
                [t('评分人数'), card.raters],
              ]}
            />
          </Part>
          <Part label={t('各项得分')}>
            <Scores of={card} />
          </Part>
          <Part label={t('年审报告')}>
            <Report text={card.selfText ?? t('没有提交')} />
          </Part>
        </>
      )}
    </Card>
  )
}
