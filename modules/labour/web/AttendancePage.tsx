import type { ReactNode } from 'react'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { correctAttendance, labourAttendance, rollCall } from '../model/attendance.ts'
import { labourSession } from '../model/project.ts'

const CHANGES = ['labourAttendance', 'labourEnrolment']
const VIEWS = { people: '按学生', sessions: '按场次' } as const
export const about: PageFile['about'] = () => ({
  use: t('每一场谁到了、得多少学时。签到签退的时间自己记进来，没有签退的先算一半。'),
  who: t('指导教师更正自己的项目；学院和学工处看各自范围。'),
  first: t('核对“未签退”和“缺勤”，更正须写原因；核对完再结算学时。'),
})
/** 考勤核验 */
export default function AttendancePage() {
  const views = useView(VIEWS)
  return views.view === 'people' ? <People views={<ViewSwitch of={views} />} /> : <Sessions views={<ViewSwitch of={views} />} />
}
function People({ views }: { views: ReactNode }) {
  return (
    <EntityTable<typeof labourAttendance>
      of={labourAttendance}
      title={t('考勤核验')}
      views={views}
      columns={[
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'studentNo', width: 130 },
        { key: 'projectId', width: 200, align: 'left' },
        { key: 'date', width: 110 },
        { key: 'signIn', width: 150 },
        { key: 'signOut', width: 150 },
        { key: 'state', width: 90 },
        { key: 'hours', width: 80 },
        { key: 'method', width: 100 },
        { key: 'reason', width: 200, align: 'left' },
        { key: 'correctedById', hidden: true },
      ]}
      facts={['projectId', 'date', 'state']}
      filters={['projectId', 'studentId', 'state', 'date']}
      rowActions={row => [
        <FormButton
          key="correct"
          of={correctAttendance}
          input={{ id: row.id }}
          initial={{ signIn: row.signIn, signOut: row.signOut }}
          changes={CHANGES}
          note={t('更正以后重新结算，台账只补差额。')}
        />,
      ]}
    />
  )
}
function Sessions({ views }: { views: ReactNode }) {
  return (
    <EntityTable<typeof labourSession>
      of={labourSession}
      title={t('考勤核验')}
      views={views}
      columns={[
        { key: 'projectId', width: 220, align: 'left' },
        { key: 'no', width: 80 },
        { key: 'startsAt', width: 160 },
        { key: 'endsAt', width: 160 },
        { key: 'hours', width: 80 },
        { key: 'teacherId', width: 110 },
      ]}
      facts={['projectId', 'startsAt']}
      filters={['projectId', 'teacherId', 'startsAt']}
      rowActions={row => [<FormButton key="roll" of={rollCall} input={{ id: row.id }} changes={CHANGES} note={t('没有用签到的一场：有名额的都记为全程到场，再更正没有到的。')} />]}
    />
  )
}
