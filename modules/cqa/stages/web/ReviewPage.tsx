import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { StageReview } from './StageReview.tsx'

export const about: PageFile['about'] = () => ({
  use: t('核对小组评分，改动较大的写明原因，整班通过或退回。'),
  who: t('辅导员或班主任，之后由学院确认。'),
  first: t('选一个班级；黄色的格子与上一环节不同。'),
})
/** 综合测评 → 辅导员审核 */
export default function ReviewPage() {
  return <StageReview title={t('辅导员审核')} isFdy />
}
