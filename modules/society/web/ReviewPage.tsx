import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { reviewStates, societyReview } from '../model/review.ts'
import { gradeReview } from '../model/review-actions.ts'

const VIEWS = {
  all: { label: '全部' },
  open: { label: '待自评', where: { state: 'open' } },
  deciding: { label: '在审批', where: { 'state.in': 'pending,returned' } },
  failing: { label: '不合格', where: { grade: 'fail' } },
  starred: { label: '有星级', where: { 'star.ge': 3 } },
  done: { label: '公示和已定', where: { 'state.in': 'publicised,final' } },
} as const
/** 社团管理 → 年审结果 */
export default function ReviewPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof societyReview>
      of={societyReview}
      title={t('年审结果')}
      views={views}
      toolbar={<ApprovalsLink of="societyReview" />}
      columns={[
        { key: 'place', width: 80 },
        { key: 'societyId', width: 170, align: 'left' },
        { key: 'roundId', width: 170, align: 'left' },
        { key: 'members', width: 80 },
        { key: 'activities', width: 100 },
        { key: 'participants', width: 150 },
        { key: 'hours', width: 100 },
        { key: 'total', width: 90 },
        { key: 'grade', width: 100 },
        { key: 'star', width: 80 },
        { key: 'faults', width: 200, align: 'left' },
        { key: 'state', width: 110 },
        ...(['studentId', 'selfText', 'openDrafts', 'raters', 'scores', 'gradeReason', 'advice'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['societyId', 'total', 'grade']}
      filters={['roundId', 'societyId', 'grade', 'state']}
      rowActions={row =>
        reviewStates.allows(row, 'grade')
          ? [<FormButton key="grade" of={gradeReview} input={{ id: row.id }} initial={row.grade ? { grade: row.grade } : {}} changes={['societyReview']} />]
          : []
      }
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('各社团年审的数据、得分、名次和等级。'),
  who: t('团委看全校的、可以改等级并说明理由；指导单位和指导教师看自己的。社团只看得到自己的得分和名次。'),
  first: t('汇总以后才有得分；“不合格情形”里有一条，就建议不合格。'),
})
