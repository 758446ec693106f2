import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { formatDate, formatDatetime, formatSpan, MISSING } from '#web/values/format.ts'
import { appointmentStates } from '../model/appointment.ts'
import { acceptReferral, declineReferral, deskReferrals, finishReferral, offerHour, openReferral, referralStates } from '../model/referral.ts'
import { placeText } from './place.ts'

type Answer = AnswerOf<typeof deskReferrals>
type Line = NonNullable<Answer['rows'][number]>
type Free = NonNullable<Answer['free'][number]>
const VIEWS = { open: '待办', past: '已结束' } as const
export const about: PageFile['about'] = () => ({
  use: t('辅导员转介来的学生：受理、约时间，或者说明为什么不受理。'),
  who: t('没有人受理时心理老师都看得到，受理后只有受理人和中心主任看得到。'),
  first: t('先看标着“紧急”的。点“查看”读辅导员写的情况，每次查看都会留下记录。'),
})
/** 转介受理 */
export default function ReferralDeskPage() {
  const views = useView(VIEWS)
  const isPast = views.view === 'past'
  const read = useRead(deskReferrals, { isPast }, { keeps: true })
  return (
    <Page title={t('转介受理')} views={<ViewSwitch of={views} />}>
      <Loaded of={read}>
        {({ rows, free }) => (
          <Sheet label={t('转介受理')}>
            <PlainTable<Line>
              label={t('转介受理')}
              rows={rows}
              keyOf={row => row.id}
              empty={isPast ? t('还没有结束的转介') : t('没有要处理的转介')}
              isCardsOnPhone
              columns={[
                [t('姓名'), row => row.name, { isHead: true }],
                [t('学号'), row => row.studentNo ?? MISSING],
                [t('班级'), row => row.className ?? MISSING],
                [t('转介人'), row => `${row.by} · ${formatDatetime(row.at)}`],
                [t('现实危险'), row => (row.isDanger ? <State tone="refused">{t('紧急')}</State> : MISSING)],
                [t('状态'), row => <StateTag of={referralStates} state={row.state} />],
                [t('受理人'), row => row.takenBy ?? MISSING],
                [t('约在'), row => <Offered of={row} />],
                [t('操作'), row => <Acts of={row} free={free.flatMap(hour => hour ?? [])} />],
              ]}
            />
          </Sheet>
        )}
      </Loaded>
    </Page>
  )
}
function Offered({ of: { start, appointment } }: { of: Line }) {
  if (!start || !appointment) return MISSING
  return (
    <>
      {formatDatetime(start)} <StateTag of={appointmentStates} state={appointment} />
    </>
  )
}
function Acts({ of: row, free }: { of: Line; free: Free[] }) {
  const can = (verb: 'accept' | 'offer' | 'decline' | 'finish'): boolean => referralStates.allows(row, verb)
  const input = { id: row.id }
  return (
    <Row>
      <OpenButton id={row.id} />
      {can('accept') ? <ActionButton of={acceptReferral} input={input} type="primary" /> : null}
      {can('offer') && row.appointment !== 'booked' && row.appointment !== 'checkedIn' ? <OfferButton id={row.id} free={free} /> : null}
      {can('finish') ? <FormButton of={finishReferral} input={input} /> : null}
      {can('decline') ? <FormButton of={declineReferral} input={input} danger /> : null}
    </Row>
  )
}
/** What the counsellor saw: asked for by a press, since each reading is recorded. */
function OpenButton({ id }: { id: string }) {
  const [said, setSaid] = useState<AnswerOf<typeof openReferral>>()
  const act = useAct(openReferral, { done: false, onDone: setSaid })
  const close = () => {
    setSaid(undefined)
    act.reset()
  }
  const words = (['reason', 'dangerReason', 'note'] as const).flatMap(name => (said?.[name] ? [{ name, text: said[name] }] : []))
  return (
    <>
      <PlacedButton isBusy={act.isPending} onClick={() => act.mutate({ id })}>
        {t(openReferral.label)}
      </PlacedButton>
      <Panel open={said !== undefined || act.error !== null} title={t('心理转介')} onClose={close}>
        {act.error ? <Refused what={t('没有读到')} error={act.error} /> : null}
        {said?.agreedAt ? <p className="ql-quiet">{t('{{time}} 本人确认', { time: formatDatetime(said.agreedAt) })}</p> : null}
        {said?.signedOn ? <p className="ql-quiet">{t('{{day}} 在转介单上签字', { day: formatDate(said.signedOn) })}</p> : null}
        <Stack>
          {words.map(({ name, text }) => (
            <Sheet key={name} title={t(openReferral.output[name].label)}>
              <p>{text}</p>
            </Sheet>
          ))}
        </Stack>
      </Panel>
    </>
  )
}
function OfferButton({ id, free }: { id: string; free: Free[] }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <PlacedButton type="primary" onClick={() => setOpen(true)}>
        {t(offerHour.label)}
      </PlacedButton>
      <Panel open={isOpen} title={t('约时间')} onClose={close}>
        <Stack>
          {free.length ? null : <Empty title={t('自己没有空闲的时段，请先排班')} />}
          {free.map(hour => (
            <Row key={hour.slotId} spread="between">
              <span>{`${formatSpan(hour.start, hour.end)} · ${placeText(hour)}`}</span>
              <ActionButton of={offerHour} input={{ id, slotId: hour.slotId }} changes={['mhSlot', 'mhAppointment']} onDone={close} />
            </Row>
          ))}
        </Stack>
      </Panel>
    </>
  )
}
