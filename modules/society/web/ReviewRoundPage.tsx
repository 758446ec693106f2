import { RoundTable } from '#modules/workflow/rounds/web/public/RoundTable.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import type { Shown } from '#web/records/columns.ts'
import { countReviews, publishReviews } from '../model/review-actions.ts'
import { reviewRoundActions, reviewStages, societyReviewRound } from '../model/review-round.ts'
import { USUAL_WEIGHTS } from '../model/review-scores.ts'
import { WeightsInput } from './review/WeightsInput.tsx'

type Round = Shown<typeof societyReviewRound>
const CHANGES = ['societyReviewRound', 'societyReview', 'society']
/** Where a round is, and what the league does next. */
const Stage = ({ of }: { of: Round }) => (
  <Row gap={2}>
    <StateTag of={reviewStages} state={of.stage} />
    {of.phase === 'closed' && of.stage === 'reporting' ? (
      <ActionButton
        of={countReviews}
        input={{ id: of.id }}
        changes={CHANGES}
        confirm={t('按记录算出各项得分和建议等级，送指导教师、指导单位、团委审批，自评不能再开放。')}
        done={t('已汇总')}
      />
    ) : null}
    {of.stage === 'approving' || of.stage === 'publicised' ? (
      <ActionButton of={publishReviews} input={{ id: of.id }} changes={CHANGES} confirm={t('公示各社团的等级，到期没有异议的就定了。')} done={t('已公示')} />
    ) : null}
  </Row>
)
/** 社团管理 → 年审安排 */
export default function ReviewRoundPage() {
  return (
    <RoundTable<typeof societyReviewRound>
      title={t('年审安排')}
      of={societyReviewRound}
      actions={reviewRoundActions}
      columns={[
        { key: 'periodFrom', title: t('年审期'), width: 200, render: row => `${row.periodFrom} – ${row.periodTo}` },
        { key: 'stage', width: 200, render: row => <Stage of={row} /> },
      ]}
      fields={[{ title: '年审', fields: ['periodFrom', 'periodTo', { field: 'weights', render: props => <WeightsInput {...props} /> }, 'noticeWorkdays'] }]}
      initial={{ audience: { roles: ['student'] }, weights: USUAL_WEIGHTS }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('每年一次的社团年审：哪段时间、各项占多少、负责人什么时候交报告。'),
  who: t('团委安排、汇总和公示；负责人交报告，成员给自己的社团评分。'),
  first: t('先设年审期和权重再发布；自评结束后点“汇总”，都审批完了点“公示结果”。'),
})
