import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { formatSpan } from '#web/values/format.ts'
import { callOff, checkIn, deskAppointments, finishAppointment, missAppointment } from '../model/actions.ts'
import { appointmentStates, URGENCIES } from '../model/appointment.ts'
import { placeText } from './place.ts'
import { SaidButton } from './SaidButton.tsx'

type Line = NonNullable<AnswerOf<typeof deskAppointments>['rows'][number]>
const VIEWS = { coming: '待咨询', past: '已结束' } as const
export const about: PageFile['about'] = () => ({
  use: t('约了自己的学生，谁来了、谁没有来。'),
  who: t('只看得到约自己的学生，其他老师和管理员都看不到。'),
  first: t('点“查看”读学生想聊什么，每次查看都会留下记录。'),
})
/** 预约管理: the caller's own hours that somebody has booked. */
export default function AppointmentPage() {
  const views = useView(VIEWS)
  const isPast = views.view === 'past'
  const read = useRead(deskAppointments, { isPast }, { keeps: true })
  return (
    <Page title={t('预约管理')} views={<ViewSwitch of={views} />} {...(isPast ? { help: t('近 180 天的预约。') } : {})}>
      <Loaded of={read}>
        {({ rows }) => (
          <Sheet label={t('预约')}>
            <PlainTable<Line>
              label={t('预约')}
              rows={rows}
              keyOf={row => row.id}
              empty={isPast ? t('还没有结束的预约') : t('现在没有人约')}
              isCardsOnPhone
              columns={[
                [t('时间'), row => formatSpan(row.start, row.end), { isHead: true }],
                [t('姓名'), row => row.name],
                [t('学号'), row => row.studentNo],
                [t('班级'), row => row.className],
                [t('地点'), row => placeText(row)],
                [t('缓急'), row => t(URGENCIES[row.urgency])],
                [t('状态'), row => (row.state ? <StateTag of={appointmentStates} state={row.state} /> : null)],
                [t('操作'), row => <Acts of={row} />],
              ]}
            />
          </Sheet>
        )}
      </Loaded>
    </Page>
  )
}
function Acts({ of: row }: { of: Line }) {
  const input = { id: row.id }
  const can = (verb: 'checkIn' | 'finish' | 'miss' | 'callOff'): boolean => appointmentStates.allows(row, verb)
  const hasBegun = Date.parse(row.start) <= Date.now()
  return (
    <Row>
      <SaidButton id={row.id} />
      {can('checkIn') ? <ActionButton of={checkIn} input={input} /> : null}
      {can('finish') && hasBegun ? <ActionButton of={finishAppointment} input={input} /> : null}
      {can('miss') && hasBegun ? <ActionButton of={missAppointment} input={input} confirm={t('未到的次数多了，会暂停这名学生的一般预约。')} /> : null}
      {can('callOff') ? <ActionButton of={callOff} input={input} changes={['mhSlot']} confirm={t('学生会收到通知，可以另约时间。')} /> : null}
    </Row>
  )
}
