import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { StageReview } from './StageReview.tsx'

export const about: PageFile['about'] = () => ({
  use: t('核对辅导员审核过的评分，改动较大的写明原因，整班确认或退回。'),
  who: t('学院；由辅导员或班主任先审核。'),
  first: t('选一个班级；黄色的格子与上一环节不同。'),
})
/** 综合测评 → 学院确认 */
export default function ConfirmPage() {
  return <StageReview title={t('学院确认')} isFdy={false} />
}
