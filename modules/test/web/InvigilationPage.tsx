import { Alert } from 'antd'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { ChosenRowPage } from '#web/records/ChosenRowPage.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { testAttempt, testFlag } from '../model/attempt.ts'
import { extendAttempt, extendAttempts, forceHandIn, letBack, voidAttempt, watchTest } from '../model/staff-actions.ts'

const VIEWS = { classes: '班级', attempts: '作答', flags: '标记' } as const
const EVERY_MS = 15_000
/** 在线测试 → 监考: who sits, who is lost, and what an invigilator does about it. */
export default function InvigilationPage() {
  const views = useView(VIEWS)
  return (
    <ChosenRowPage
      title={t('监考')}
      back="/test/schedules"
      views={<ViewSwitch of={views} />}
      of="testSchedule"
      label={t('考试')}
      placeholder={t('选择考试')}
      none={t('先选择一场考试')}
    >
      {id => <Room id={id} view={views.view} />}
    </ChosenRowPage>
  )
}
function Room({ id, view }: { id: string; view: keyof typeof VIEWS }) {
  const read = useRead(watchTest, { id }, { every: EVERY_MS })
  return (
    <Loaded of={read}>
      {room => (
        <>
          <Figures label={t('人数')}>
            <Figure label={t('未开始')} value={room.notStarted} />
            <Figure label={t('作答中')} value={room.running} />
            <Figure label={t('掉线')} value={room.offline} />
            <Figure label={t('已交卷')} value={room.submitted} />
            <Figure label={t('有标记')} value={room.flagged} />
          </Figures>
          {room.suggested ? (
            <Alert
              type="warning"
              showIcon
              title={t('一分钟内很多人掉线，还没有恢复，像是断网')}
              action={<Extend id={id} room={room} minutes={room.suggested} label={t('全体延长 {{n}} 分钟', { n: room.suggested })} />}
            />
          ) : null}
          {room.running ? (
            <div>
              <Extend id={id} room={room} />
            </div>
          ) : null}
          {view === 'classes' ? (
            <Sheet title={t('班级')}>
              <PlainTable
                label={t('班级')}
                rows={room.byClass}
                keyOf={row => row.classId}
                columns={[
                  [t('班级'), row => row.label, { isHead: true }],
                  [t('未开始'), row => row.notStarted, { isNumber: true }],
                  [t('作答中'), row => row.running, { isNumber: true }],
                  [t('掉线'), row => row.offline, { isNumber: true }],
                  [t('已交卷'), row => row.submitted, { isNumber: true }],
                  [t('有标记'), row => row.flagged, { isNumber: true }],
                ]}
              />
            </Sheet>
          ) : null}
          <Extensions of={room} />
          {view === 'attempts' ? <Attempts id={id} /> : null}
          {view === 'flags' ? (
            <EntityTable of={testFlag} title={t('标记')} isPart where={{ scheduleId: id }} columns={['studentId', 'kind', 'at', 'detail']} filters={['kind']} detail={false} />
          ) : null}
        </>
      )}
    </Loaded>
  )
}
type Watched = AnswerOf<typeof watchTest>
function Extend({ id, room, minutes, label }: { id: string; room: Watched; minutes?: number; label?: string }) {
  return (
    <FormButton
      of={extendAttempts}
      input={{ id, known: room.extensions.length }}
      {...(minutes && { initial: { minutes, reason: t('网络中断') } })}
      note={t('正在作答的 {{n}} 人都延长，并告诉他们。', { n: room.running })}
      changes={['testAttempt', 'testExtension']}
    >
      {label}
    </FormButton>
  )
}
function Extensions({ of: { extensions } }: { of: Watched }) {
  if (!extensions.length) return null
  return (
    <Sheet title={t('延长记录')}>
      <PlainTable
        label={t('延长记录')}
        rows={extensions.flatMap(e => e ?? [])}
        keyOf={row => row.no}
        columns={[
          [t('时间'), row => formatDatetime(row.at), { isHead: true }],
          [t('分钟'), row => row.minutes, { isNumber: true }],
          [t('人数'), row => row.people, { isNumber: true }],
          [t('原因'), row => row.reason],
          [t('监考'), row => row.by],
        ]}
      />
    </Sheet>
  )
}
function Attempts({ id }: { id: string }) {
  return (
    <EntityTable
      of={testAttempt}
      title={t('作答')}
      isPart
      where={{ scheduleId: id }}
      columns={[
        'studentId',
        { key: 'no', width: 80 },
        'state',
        'startedAt',
        'deadlineAt',
        'seenAt',
        { key: 'takeOvers', width: 100 },
        { key: 'isLocked', width: 110 },
        { key: 'leaves', width: 90 },
        { key: 'submitWay', hidden: true },
      ]}
      filters={['state', 'isLocked', 'studentId.classId']}
      rowActions={row => [
        <FormButton key="extend" of={extendAttempt} input={{ id: row.id }} />,
        row.isLocked && <ActionButton key="letBack" of={letBack} input={{ id: row.id }} />,
        <FormButton key="force" of={forceHandIn} input={{ id: row.id }} danger note={t('现在收卷，以后不能再答。')} />,
        <FormButton key="void" of={voidAttempt} input={{ id: row.id }} danger note={t('先听本人说明。作废后这一次不算成绩，次数不退还。')} />,
      ]}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('看谁没有开始、谁在作答、谁掉线，延长时间，放行换了设备的人，收卷。'),
  who: t('安排考试的人，以及看得到这些学生的学院和辅导员。'),
  first: t('先选考试；掉线多的班级排在看得见的地方，可以全体延长。'),
})
