import { Button } from 'antd'
import { Link } from 'react-router'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { activityStates, alumniActivity, alumniEnrolment } from '../model/activity.ts'
import { callOffActivity, publishActivity } from '../model/activity-actions.ts'
import { ACTIVITY_CHANGES } from './labels.ts'
import { refundText } from './refund.ts'

const VIEWS = { activities: { label: '活动' }, enrolments: { label: '报名' } } as const
/** 校友活动管理: activities with their seats, and who has enrolled. */
export default function AlumniActivityPage() {
  const views = useView(VIEWS)
  if (views.view === 'enrolments')
    return (
      <EntityTable<typeof alumniEnrolment>
        of={alumniEnrolment}
        title={t('校友活动报名#many')}
        views={views}
        columns={[
          { key: 'activityId', width: 200, align: 'left' },
          { key: 'seq', width: 90 },
          { key: 'alumnusId', width: 120 },
          { key: 'companions', width: 80 },
          { key: 'state', width: 100 },
          { key: 'enrolledAt', width: 170 },
          { key: 'due', width: 110 },
          ...(['payBy', 'checkedAt', 'plate'] as const).map(key => ({ key, hidden: true })),
        ]}
        facts={['activityId', 'companions', 'state']}
        filters={['activityId', 'state']}
      />
    )
  return (
    <EntityTable<typeof alumniActivity>
      of={alumniActivity}
      title={t('校友活动#many')}
      views={views}
      toolbar={
        <Link to="/alumni/activities/checkin">
          <Button>{t('现场签到')}</Button>
        </Link>
      }
      columns={[
        { key: 'title', width: 220, align: 'left' },
        { key: 'from', width: 170 },
        { key: 'place', width: 160, align: 'left' },
        { key: 'taken', width: 100 },
        { key: 'capacity', width: 80 },
        { key: 'fee', width: 100 },
        { key: 'state', width: 100 },
        ...(['to', 'enrolTo', 'companions', 'refundUntil', 'refundPercent', 'hasPass', 'clubId', 'cancelReason'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['from', 'taken', 'state']}
      filters={['state', 'clubId', 'from']}
      rowActions={row => [
        activityStates.allows(row, 'publish') ? (
          <ActionButton
            key="publish"
            of={publishActivity}
            input={{ id: row.id }}
            type="primary"
            changes={ACTIVITY_CHANGES}
            confirm={t('发布后校友可以报名，不能修改。{{rule}}', { rule: refundText(row.fee, row.refundUntil, row.refundPercent) })}
          />
        ) : null,
        activityStates.allows(row, 'call') ? (
          <FormButton key="call" of={callOffActivity} input={{ id: row.id }} danger changes={ACTIVITY_CHANGES} note={t('报名的人都会收到通知，已缴的费用全额退。')} />
        ) : null,
      ]}
      form={{
        layout: [
          { title: '活动', fields: ['title', 'place', 'from', 'to', 'content', 'clubId'] },
          { title: '报名', fields: ['enrolTo', 'capacity', 'companions', 'hasPass'] },
          { title: '费用', fields: ['fee', { field: 'refundUntil', when: v => Boolean(v.fee) }, { field: 'refundPercent', when: v => Boolean(v.fee) }] },
        ],
      }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('办校友活动：名额、候补、费用、入校名单、签到。'),
  who: t('校友工作办公室；校友会负责人可以给自己的会员发免费活动。'),
  first: t('写好保存，核对退费规定再发布；当天用现场签到。'),
})
