import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { evalResultStates, orgEvalResult } from '../model/evaluation.ts'
import { dismissUnfit, gradeResult, markByGuide } from '../model/evaluation-actions.ts'
import { CHANGES } from './labels.ts'

const VIEWS = {
  open: { label: '考核中', where: { state: 'open' } },
  final: { label: '已公布', where: { state: 'final' } },
  unfit: { label: '不称职', where: { grade: 'unfit' } },
  all: { label: '全部' },
} as const
const CHANGED = ['orgEvalResult', ...CHANGES]
/** 任职考核结果 */
export default function OrgResultPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof orgEvalResult>
      of={orgEvalResult}
      title={t('任职考核结果#many')}
      views={views}
      columns={[
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'orgId', width: 190, align: 'left' },
        { key: 'postId', width: 120, align: 'left' },
        { key: 'studentsMark', width: 100 },
        { key: 'guidesMark', width: 100 },
        { key: 'colleaguesMark', width: 100 },
        { key: 'total', width: 90 },
        { key: 'grade', width: 100 },
        ...(['evaluationId', 'report', 'gradeReason', 'months', 'hearing', 'state', 'appointmentId'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['orgId', 'total', 'grade']}
      filters={['evaluationId', 'orgId', 'studentId', 'grade', 'state']}
      rowActions={row => [
        evalResultStates.allows(row, 'mark') ? <FormButton key="mark" of={markByGuide} input={{ id: row.id }} changes={CHANGED} /> : null,
        evalResultStates.allows(row, 'grade') && row.grade ? (
          <FormButton key="grade" of={gradeResult} input={{ id: row.id }} initial={{ grade: row.grade }} changes={CHANGED} />
        ) : null,
        evalResultStates.allows(row, 'dismiss') && row.grade === 'unfit' && !row.hearing ? (
          <FormButton key="dismiss" of={dismissUnfit} input={{ id: row.id }} danger changes={CHANGED} />
        ) : null,
      ]}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('每位任职同学的各项评分、总分和等级。'),
  who: t('指导教师和班级的辅导员评分；组织考核的人可以说明理由改等级。'),
  first: t('考核中的先评分；公布以后，不称职的听取本人意见，再决定是否免职。'),
})
