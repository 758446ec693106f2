import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { ListSheet } from '#web/records/FieldsTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { weights } from '../model/actions.ts'

export const about: PageFile['about'] = () => ({
  use: t('学校凭哪些事实提醒辅导员去看看一名学生，每件事算多少分。'),
  who: t('学生和老师都看得到。'),
  first: t('分数随时间减到零。不使用民族、宗教、政治面貌、健康、心理、定位、聊天和上网记录。'),
})
/** 预警规则: the weights, for everybody. */
export default function WeightsPage() {
  const read = useRead(weights, {})
  return (
    <Page title={t('预警规则')} help={t('分数只用来提醒辅导员去看看，任何评奖、资助、处分和规定都不读它。')}>
      <Loaded of={read} lines={8}>
        {({ rules, noticeFrom, lookFrom, urgentFrom }) => (
          <>
            <p>
              {t('每件事的分值每天减少同样多，到期为零。合计 {{notice}} 分起关注，{{look}} 分起过问，{{urgent}} 分起紧急。', {
                notice: noticeFrom,
                look: lookFrom,
                urgent: urgentFrom,
              })}
            </p>
            <p>{t('请假和休学期间，不计在校情况的信号。')}</p>
            {rules.length ? (
              <ListSheet of={weights.output.rules} rows={rules.flatMap(r => r ?? [])} columns={['title', 'points', 'decayDays', 'maxCount', 'sourceTitle']} />
            ) : (
              <Empty title={t('学校没有启用预警规则')} />
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}
