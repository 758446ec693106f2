import { DatePicker, Segmented } from 'antd'
import { percentOf } from '#model/percent.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { isDay } from '#web/inputs/SpanInput.tsx'
import { fromDate, toDate } from '#web/inputs/time.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatClock, formatNumber } from '#web/values/format.ts'
import { GROUPINGS, nightBoard } from '../model/read-actions.ts'
import { DutyLine } from './DutyLine.tsx'
import { Figures, ShareBar } from './Figures.tsx'
import { dayText } from './labels.ts'
import style from './night.module.css'
import { SeatPanel } from './SeatPanel.tsx'

/** Maximum delay of a board. */
const EVERY_MS = 2000
type Data = AnswerOf<typeof nightBoard>
type Group = Data['groups'][number]
type Grouping = keyof typeof GROUPINGS
const isGrouping = (text: string | null): text is Grouping => text !== null && Object.hasOwn(GROUPINGS, text)

export const about: PageFile['about'] = () => ({
  use: t('今晚谁归寝、谁请假、谁还没有记录，每分钟更新。'),
  who: t('宿管看自己的楼，辅导员看自己的学生，学院和学工处看全部。'),
  first: t('从人数最多的“未归”和“无记录”看起，点楼看名单；需要找人时直接拨打电话。'),
})
/** 晚点名 → 今晚看板: state of the night by building, floor or class, and missing students. */
export default function NightBoardPage() {
  const [params, , put] = useOwnParams()
  const [given, grouping] = [params.get('night'), params.get('by')]
  const by: Grouping = isGrouping(grouping) ? grouping : 'dorm'
  const read = useRead(nightBoard, { ...(isDay(given) ? { night: given } : {}), by }, { every: EVERY_MS })
  const { data, error } = read
  const open = data?.groups.find(g => g?.id === params.get('of')) ?? undefined
  return (
    <Page
      title={!data || data.isTonight ? t('今晚看板') : t('{{date}} 晚看板', { date: dayText(data.night) })}
      actions={
        <>
          <Segmented
            value={by}
            options={Object.entries(GROUPINGS).map(([value, label]) => ({ value: value as Grouping, label: t(label) }))}
            onChange={next => put({ by: next, of: undefined })}
          />
          <DatePicker
            value={fromDate(isDay(given) ? given : data?.night)}
            allowClear={false}
            inputReadOnly
            aria-label={t('日期')}
            format={t('M月D日')}
            onChange={day => put({ night: toDate(day) ?? undefined, of: undefined })}
          />
        </>
      }
    >
      {data ? <Board data={data} isStale={Boolean(error)} onOpen={id => put({ of: id })} /> : <Loading of={read} lines={10} />}
      {data && open ? <SeatPanel night={data.night} by={by} group={open} onClose={() => put({ of: undefined })} /> : null}
    </Page>
  )
}
function Board({ data, isStale, onOpen }: { data: Data; isStale: boolean; onOpen: (id: string) => void }) {
  const there = data.present + data.late
  if (!data.expected && !data.excused) return <Empty title={data.isTonight ? t('今晚的名单 {{at}} 生成', { at: data.rosterAt }) : t('这一晚没有归寝名单')} />
  return (
    <>
      <p className={style.sentence} role="status">
        {t('应在寝 {{expected}} 人，已到 {{there}} 人（{{share}}%），未点名 {{pending}} 人，未归 {{absent}} 人。', {
          expected: formatNumber(data.expected),
          there: formatNumber(there),
          share: percentOf(there, data.expected) ?? 0,
          pending: formatNumber(data.pending),
          absent: formatNumber(data.absent),
        })}
        {data.isTonight && data.opensAt && data.closesAt && data.cutOff
          ? ` ${t('{{from}} 至 {{to}} 点名，{{cutOff}} 起算未归。', { from: formatClock(data.opensAt), to: formatClock(data.closesAt), cutOff: formatClock(data.cutOff) })}`
          : ''}
      </p>
      <DutyLine night={data.night} />
      {isStale ? <p className="ql-problem">{t('没有连上网络，数字可能已经过时')}</p> : null}
      <Figures counts={data} conflicts={data.conflicts} unsettled={data.unsettled} night={data.night} />
      <ul className={style.groups}>
        {data.groups.map(g => (
          <Row key={g.id} group={g} onOpen={onOpen} />
        ))}
      </ul>
    </>
  )
}
function Row({ group, onOpen }: { group: Group; onOpen: (id: string) => void }) {
  const missing = group.pending + group.absent
  return (
    <Sheet as="li" isBare>
      <button type="button" className={style.group} onClick={() => onOpen(group.id)}>
        <span>
          <b>{group.label}</b>
          <small>
            {[
              t('应在寝 {{n}}', { n: formatNumber(group.expected) }),
              group.late ? t('晚归 {{n}}', { n: group.late }) : '',
              group.excused ? t('已请假 {{n}}', { n: group.excused }) : '',
              group.conflicts ? t('记录不一致 {{n}}', { n: group.conflicts }) : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </span>
        <span className={missing ? style.missing : style.all}>
          {missing ? (group.absent ? t('未归 {{n}}', { n: formatNumber(missing) }) : t('还差 {{n}}', { n: formatNumber(missing) })) : t('到齐')}
        </span>
        <ShareBar counts={group} />
      </button>
    </Sheet>
  )
}
