import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDatetime, formatDay, formatSpan } from '#web/values/format.ts'
import { bookSlot, cancelAppointment, ownAppointments } from '../model/actions.ts'
import { appointmentStates } from '../model/appointment.ts'
import { OwnReferrals } from './OwnReferrals.tsx'
import { placeText } from './place.ts'

type Mine = AnswerOf<typeof ownAppointments>
type Own = NonNullable<Mine['own'][number]>
type Free = NonNullable<Mine['free'][number]>
export const about: PageFile['about'] = () => ({
  use: t('和心理老师约一个时间聊聊。'),
  who: t('谁约了、想聊什么，只有自己和为你咨询的老师看得到；辅导员和其他老师看不到。'),
  first: t('选一个时间，选一个话题就可以。'),
})
/** 心理预约: what one has booked, and the hours that are free, by day. */
export default function BookPage() {
  return (
    <StudentsOnly title={t('心理预约')} otherwise={t('当前账号不是学生，不能预约')}>
      <Book />
    </StudentsOnly>
  )
}
function Book() {
  const read = useRead(ownAppointments, {})
  return (
    <Page title={t('心理预约')} width="form">
      <p className="ql-help">{t('有伤害自己或他人的念头时，请不要等预约，马上拨打全国统一心理援助热线 12356 或 110、120。')}</p>
      <OwnReferrals />
      <Loaded of={read}>
        {({ own, free, stoppedUntil }) => (
          <Stack>
            {own.map(row => row && <OneAppointment key={row.id} of={row} />)}
            {stoppedUntil ? <p className="ql-help">{t('有预约没有来，{{until}} 以后才能再约一般咨询；紧急时可以选“紧急”。', { until: formatDatetime(stoppedUntil) })}</p> : null}
            <FreeHours of={free.flatMap(hour => hour ?? [])} />
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
function OneAppointment({ of: row }: { of: Own }) {
  return (
    <Sheet title={formatSpan(row.start, row.end)} actions={<StateTag of={appointmentStates} state={row.state} />}>
      <Row spread="between">
        <span className="ql-quiet">{`${row.psychologist} · ${placeText(row)}`}</span>
        {row.canCancel ? <ActionButton of={cancelAppointment} input={{ id: row.id }} confirm={t('取消后这个时间会让给别的同学。')} /> : null}
      </Row>
    </Sheet>
  )
}
function FreeHours({ of: free }: { of: Free[] }) {
  if (!free.length) return <Empty title={t('现在没有可以约的时间，过几天再来看看')} />
  return [...Map.groupBy(free, hour => formatDay(hour.start))].map(([day, hours]) => (
    <Sheet key={day} title={day}>
      {hours.map(hour => (
        <Row key={hour.slotId} spread="between">
          <span>
            {formatSpan(hour.start, hour.end)}
            <br />
            <small className="ql-quiet">{`${hour.psychologist} · ${placeText(hour)}`}</small>
          </span>
          <FormButton of={bookSlot} input={{ slotId: hour.slotId }} note={`${formatSpan(hour.start, hour.end)} · ${hour.psychologist}`} />
        </Row>
      ))}
    </Sheet>
  ))
}
