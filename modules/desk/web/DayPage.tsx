import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Pin, PinOff } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { addDays } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { CallStudent } from '#modules/student/web/CallStudent.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { Timeline } from '#web/feedback/Timeline.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { followNews } from '#web/http/live.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { Avatar } from '#web/theme/Avatar.tsx'
import { entityKey } from '#web/values/address.ts'
import { dueText } from '#web/values/due.ts'
import { formatDatetime, formatNumber, MISSING } from '#web/values/format.ts'
import { pinTodo, readBehind, readDay, snoozeTodo, wakeTodo } from '../model/day.ts'
import { DAY_GROUPS, dayGroup, PINNED } from '../model/day-groups.ts'
import { scheduleRange } from '../model/schedule.ts'
import { itemActs, studentActs } from './day/acts.ts'
import { Bundles } from './day/Bundles.tsx'
import style from './day/day.module.css'
import { cardsOf, type DayCard, type DayItem } from './day/day-cards.ts'
import { Variant } from './day/Variant.tsx'
import { verbOf } from './home/groups.ts'
import { KindTile } from './home/kinds.tsx'
import { StepList } from './home/StepList.tsx'
import { useOpenCurrent } from './useTodos.ts'

const ALL = '/personal/usertodo'
/** 今日: what the caller has to do, in the order in which it matters, by student; and the days to come. */
export default function DayPage() {
  const [params, , put] = useOwnParams()
  const isLater = params.get('later') === '1'
  const client = useQueryClient()
  useEffect(() => followNews('todo', () => void client.invalidateQueries({ queryKey: entityKey('todo') })), [client])
  const read = useRead(readDay, { isLater }, { keeps: true })
  return (
    <Page title={isLater ? t('推后的待办') : t('今日')} actions={<Link to={ALL}>{t('我的待办')}</Link>}>
      {isLater ? null : <Variant />}
      <Loaded of={read}>
        {data => (
          <>
            {isLater || data.later ? (
              <p className="ql-help">
                <Button type="link" onClick={() => put({ later: isLater ? null : '1' })}>
                  {isLater ? t('回到今日') : t('推后的 {{n}} 件', { n: data.later })}
                </Button>
              </p>
            ) : null}
            {data.items.length ? <Groups items={data.items.flatMap(one => one ?? [])} /> : <Empty title={isLater ? t('没有推后的事') : t('今天没有要办的事')} />}
            {data.total > data.items.length ? (
              <p className="ql-help">
                <Link to={ALL}>{t('还有 {{n}} 件，在“我的待办”里', { n: data.total - data.items.length })}</Link>
              </p>
            ) : null}
            {isLater ? null : <Behind />}
            {isLater ? null : <Coming />}
          </>
        )}
      </Loaded>
    </Page>
  )
}
function Groups({ items }: { items: readonly DayItem[] }) {
  const groups = cardsOf(items)
  const order = groups.flatMap(({ cards }) => cards.flatMap(card => card.items.map(one => one.id)))
  return (
    <StepList className={style.groups} order={order}>
      {(current, point) =>
        groups.map(({ group, count, cards }) => (
          <Sheet key={group} title={t(DAY_GROUPS[group])} note={t('{{n}} 件', { n: count })}>
            {group === 'approval' ? <Bundles /> : null}
            <ul className={style.cards}>
              {cards.map(card => (
                <Card key={card.key} of={card} current={current} onPoint={point} />
              ))}
            </ul>
          </Sheet>
        ))
      }
    </StepList>
  )
}
function Card({ of: { items }, current, onPoint }: { of: DayCard; current: string | undefined; onPoint: (id: string) => void }) {
  const [first] = items
  const who = first?.studentName ?? first?.applicantName
  return (
    <li className={style.card}>
      {first && who ? <Avatar name={who} size={32} /> : first ? <KindTile todo={first} /> : null}
      <div>
        {who ? (
          <p className={style.who}>
            <b>{who}</b>
            {first?.className ? <small>{first.className}</small> : null}
            {items.length > 1 ? <State tone="attention">{t('{{n}} 件', { n: items.length })}</State> : null}
            {first?.studentId ? <StudentActs studentId={first.studentId} of={items} /> : null}
          </p>
        ) : null}
        {items.map(one => (
          <Line key={one.id} of={one} isCurrent={one.id === current} onPoint={() => onPoint(one.id)} />
        ))}
      </div>
    </li>
  )
}
/** Calling a student, and what modules offer about them. */
function StudentActs({ studentId, of }: { studentId: string; of: readonly DayItem[] }) {
  const phone = of.find(one => one.phone)?.phone
  return (
    <Row as="span" gap={2}>
      {phone ? <CallStudent id={studentId} phone={phone} /> : null}
      {studentActs.map(({ key, Acts }) => (
        <Acts key={key} studentId={studentId} of={of} />
      ))}
    </Row>
  )
}
/** What the rank is made of, for whoever wonders why something comes first. */
const rankText = ({ rank, severity, isPinned }: DayItem): string => {
  const pinned = isPinned ? PINNED : 0
  return t('排在这里：{{severity}}（轻重）+ {{late}}（逾期小时）+ {{pinned}}（置顶）= {{rank}}', { severity, late: rank - severity - pinned, pinned, rank })
}
function Line({ of: one, isCurrent, onPoint }: { of: DayItem; isCurrent: boolean; onPoint: () => void }) {
  const open = useOpenCurrent()
  const due = dueText(one)
  const verb = verbOf(one)
  return (
    <div className={style.line} data-current={isCurrent || undefined} onPointerEnter={onPoint}>
      <span title={rankText(one)}>
        <b>{one.title}</b>
        <small>
          {one.coveredName ? t('代{{who}} · ', { who: one.coveredName }) : null}
          {[one.bizTypeName, one.node, one.summary].filter(Boolean).join(' · ')} <em data-due={due.tone}>{due.text}</em>
        </small>
        {one.snoozedUntil && one.reason ? <small>{t('推后到 {{at}}：{{reason}}', { at: formatDatetime(one.snoozedUntil), reason: one.reason })}</small> : null}
      </span>
      <Row gap={2}>
        {one.coveredName ? null : itemActs.map(({ key, Acts }) => <Acts key={key} of={one} />)}
        <Button type={isCurrent ? 'primary' : 'default'} onClick={() => void open(one)} onFocus={onPoint} aria-label={t('{{verb}}：{{title}}', { verb, title: one.title })}>
          {verb}
        </Button>
        {one.abilities.pin ? <Marks of={one} /> : null}
      </Row>
    </div>
  )
}
/** Pinning and putting off, of what is one's own. */
function Marks({ of: one }: { of: DayItem }) {
  const pin = useAct(pinTodo, { done: false })
  return (
    <>
      <Button
        type="text"
        icon={one.isPinned ? <PinOff size={16} /> : <Pin size={16} />}
        aria-label={one.isPinned ? t('取消置顶：{{title}}', { title: one.title }) : t('置顶：{{title}}', { title: one.title })}
        aria-pressed={one.isPinned}
        loading={pin.isPending}
        onClick={() => pin.mutate({ id: one.id, isPinned: !one.isPinned })}
      />
      {one.snoozedUntil && Date.parse(one.snoozedUntil) > Date.now() ? (
        <ActionButton of={wakeTodo} input={{ id: one.id }} />
      ) : dayGroup(one) === 'now' ? null : (
        <FormButton of={snoozeTodo} input={{ id: one.id }} initial={{ days: 1 }} note={t('事情还在，到时候再出现；变成马上要处理的会提前出现。')} />
      )}
    </>
  )
}
/** For a college and the office: who has not handled what had to be done at once. */
function Behind() {
  const may = useCan(readBehind.permission)
  const read = useRead(readBehind, {}, { enabled: may })
  if (!may || !read.data?.length) return null
  return (
    <Sheet title={t('急事未办的人')} note={t('{{n}} 人', { n: read.data.length })}>
      <PlainTable
        label={t('急事未办的人')}
        rows={read.data}
        keyOf={row => row.userId}
        columns={[
          [t('姓名'), row => row.userName],
          [t('部门'), row => row.departmentName ?? MISSING],
          [t('马上处理'), row => formatNumber(row.now)],
          [t('最早到达'), row => formatDatetime(row.since)],
        ]}
      />
    </Sheet>
  )
}
const AHEAD = 7
function Coming() {
  const from = schoolDate(Date.now())
  const read = useRead(scheduleRange, { from, to: addDays(from, AHEAD - 1) })
  return (
    <Sheet title={t('7 天以内的安排')}>
      <Loaded of={read} empty={data => data.length === 0 && t('没有安排')}>
        {data => (
          <Timeline
            label={t('7 天以内的安排')}
            isPlan
            events={data.map(event => ({
              key: event.id,
              at: event.allDay ? schoolDate(event.begin) : formatDatetime(event.begin),
              tone: null,
              what: (
                <>
                  {event.title}
                  <small>{[event.place, event.note].filter(Boolean).join(t('，'))}</small>
                </>
              ),
            }))}
          />
        )}
      </Loaded>
    </Sheet>
  )
}
