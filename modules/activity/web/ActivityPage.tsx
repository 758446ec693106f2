import { Link } from 'react-router'
import { ApprovalsLink } from '#modules/workflow/cases/web/public/ApprovalsLink.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { formatMoney } from '#web/values/format.ts'
import { callOffActivity } from '../model/actions.ts'
import { activity, activityPhases } from '../model/activity.ts'
import { LISTED, PROPOSAL_CHANGES } from './labels.ts'

const VIEWS = {
  open: { label: '在办', where: { 'state.in': 'pending,returned,approved' } },
  settled: { label: '已结项', where: { state: 'settled' } },
  all: { label: '全部' },
} as const
/** 活动管理 → 活动 */
export default function ActivityPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof activity>
      of={activity}
      title={t('活动#many')}
      views={views}
      toolbar={<ApprovalsLink of="activity" />}
      columns={[
        { key: 'title', width: 200, align: 'left' },
        { key: 'organiser', width: 150, align: 'left' },
        { key: 'category', width: 120 },
        { key: 'level', width: 80 },
        { key: 'startAt', width: 150 },
        { key: 'endAt', width: 150 },
        { key: 'venueId', width: 130 },
        { key: 'admitted', width: 130, render: row => <Seats row={row} /> },
        { key: 'budgetSum', width: 150, render: row => <Money row={row} /> },
        { key: 'state', width: 130, render: row => (row.phase ? <StateTag of={activityPhases} state={row.phase} /> : null) },
        ...HIDDEN.map(key => ({ key, hidden: true })),
      ]}
      facts={['organiser', 'startAt', 'state']}
      filters={['organiserType', 'societyId', 'orgId', 'category', 'level', 'enrolWay', 'startAt', 'state']}
      rowActions={row => [
        LISTED.has(row.state) ? (
          <Link key="roster" to={`/activity/roster?id=${row.id}`}>
            {t('报名名单')}
          </Link>
        ) : null,
        LISTED.has(row.state) ? <PrintButton key="list" of={activity} template="activityList" label="报名名单" ids={[row.id]} /> : null,
        Date.parse(row.startAt) > Date.now() ? (
          <FormButton key="off" of={callOffActivity} input={{ id: row.id }} danger changes={PROPOSAL_CHANGES} note={t('已报名和候补的同学会收到原因。')} />
        ) : null,
      ]}
    />
  )
}
const HIDDEN = [
  'place',
  'online',
  'enrolFrom',
  'enrolTo',
  'enrolWay',
  'drawnAt',
  'quota',
  'waiting',
  'cost',
  'hours',
  'points',
  'labourHours',
  'summary',
  'guests',
  'stateNote',
] as const
/** Budget, and what it cost once that is settled. */
function Money({ row: { budgetSum, cost } }: { row: { budgetSum: number; cost: number | null } }) {
  if (!budgetSum && cost === null) return null
  return cost === null ? formatMoney(budgetSum) : `${formatMoney(budgetSum)} / ${formatMoney(cost)}`
}
function Seats({ row: { id, admitted, quota, waiting } }: { row: { id: string; admitted: number | null; quota: number | null; waiting: number | null } }) {
  const seats = quota === null ? String(admitted ?? 0) : `${admitted ?? 0}/${quota}`
  return <Link to={`/activity/enrolments?activityId=${id}`}>{waiting ? t('{{seats}}，候补 {{n}}', { seats, n: waiting }) : seats}</Link>
}
export const about: PageFile['about'] = () => ({
  use: t('社团、部门和班级的活动：审批到哪一步、报了多少人、什么时候结项。'),
  who: t('团委和学工处看全校的，学院、指导教师看自己的。'),
  first: t('轮到你的在“待我审批”；要取消的写明原因，报名的学生会收到。'),
})
