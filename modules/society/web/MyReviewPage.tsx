import { Alert } from 'antd'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { reviewStates } from '../model/review.ts'
import { myReviews, rateSociety, reportReview } from '../model/review-actions.ts'
import { REVIEW_GRADES } from '../model/review-scores.ts'
import { faultsText, Report, Scores } from './review/Scores.tsx'

type Mine = AnswerOf<typeof myReviews>
type Review = NonNullable<Mine['reviews'][number]>
type Rating = NonNullable<Mine['ratings'][number]>
const CHANGES = ['societyReview', 'todo']
/** 社团年审: what heads report and what came of it; what members rate. */
export default function MyReviewPage() {
  const read = useRead(myReviews, {})
  return (
    <Page title={t('社团年审')} width="form">
      <Loaded of={read} lines={8}>
        {({ reviews, ratings }) =>
          reviews.length || ratings.length ? (
            <Stack>
              {ratings.map(r => r && <Rate key={r.id} of={r} />)}
              {reviews.map(r => r && <One key={r.id} of={r} />)}
            </Stack>
          ) : (
            <Empty title={t('现在没有年审')}>{t('社团年审开始后，成员在这里评分，负责人在这里交报告。')}</Empty>
          )
        }
      </Loaded>
    </Page>
  )
}
const Rate = ({ of }: { of: Rating }) => (
  <Sheet title={t('给“{{society}}”评分', { society: of.society })} note={t('{{name}}，{{time}} 截止', { name: of.name, time: formatDatetime(of.endTime) })}>
    <Row spread="between">
      <span>{of.stars === null ? t('你还没有评分') : t('你评了 {{n}} 分，截止前可以改', { n: of.stars })}</span>
      <FormButton of={rateSociety} input={{ id: of.id }} initial={{ stars: of.stars ?? 5 }} changes={CHANGES} done={t('已评分')} />
    </Row>
  </Sheet>
)
const One = ({ of }: { of: Review }) => (
  <Sheet title={of.society} note={of.name} actions={<StateTag of={reviewStates} state={of.state} />}>
    <Stack>
      {of.place && of.grade ? (
        <p>
          {t('总分 {{total}}，第 {{place}} 名（共 {{of}} 个社团），{{grade}}', { total: of.total ?? 0, place: of.place, of: of.of, grade: t(REVIEW_GRADES[of.grade]) })}
          {of.star ? t('，{{n}} 星', { n: of.star }) : null}
        </p>
      ) : (
        <p className="ql-help">{of.state === 'open' ? t('下面是到现在为止的数据，自评结束后以汇总的为准。') : t('公示以后这里显示名次和等级。')}</p>
      )}
      <p>
        {t('成员 {{members}} 人，活动 {{activities}} 次，{{participants}} 人参加过，指导 {{hours}} 小时，未办结的经费单 {{drafts}} 张', {
          ...{ members: of.members ?? 0, activities: of.activities ?? 0, participants: of.participants ?? 0 },
          ...{ hours: of.hours ?? 0, drafts: of.openDrafts ?? 0 },
        })}
      </p>
      <Scores of={of} />
      {of.faults.length ? <Alert type="warning" showIcon title={t('建议不合格：{{faults}}', { faults: faultsText(of.faults) })} /> : null}
      {of.advice ? <Alert type="info" showIcon title={t('改进意见')} description={of.advice} /> : null}
      {of.selfText ? (
        <details>
          <summary>{t('年审报告')}</summary>
          <Report text={of.selfText} />
        </details>
      ) : null}
      {of.isOpen ? (
        <FormButton
          of={reportReview}
          input={{ id: of.id }}
          initial={of.selfText ? { selfText: of.selfText } : {}}
          type="primary"
          changes={CHANGES}
          done={t('已提交')}
          {...(of.state === 'open' ? { note: t('{{time}} 截止，之前可以再改。', { time: formatDatetime(of.endTime) }) } : {})}
        >
          {of.selfText ? t('修改年审报告') : t('提交年审报告')}
        </FormButton>
      ) : null}
    </Stack>
  </Sheet>
)
export const about: PageFile['about'] = () => ({
  use: t('自己社团的年审：报告、各项得分、名次和等级；成员给社团评分。'),
  who: t('负责人和副负责人交报告；成员评分，只统计平均分，社团看不到谁评了几分。'),
  first: t('先看各项数据够不够，再写报告；截止前可以改。'),
})
