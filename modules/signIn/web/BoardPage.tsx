import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { percentOf } from '#model/percent.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { isDay } from '#web/inputs/SpanInput.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { formatNumber } from '#web/values/format.ts'
import { unbind } from '../model/actions.ts'
import { boards } from '../model/read-actions.ts'
import { KINDS, occurrenceStates } from '../model/sign-task.ts'
import { AllDevices } from './board/AllDevices.tsx'
import { Board } from './board/Board.tsx'
import { Lines } from './board/Lines.tsx'
import { spanText } from './labels.ts'
import style from './sign.module.css'

const EVERY_MS = 10_000

const TABS = { dates: '场次', lines: '记录', devices: '设备' } as const

export const about: PageFile['about'] = () => ({
  use: t('正在进行和刚结束的签到，签了多少、还差谁。'),
  who: t('发起人看自己发起的，辅导员看自己学生的部分。'),
  first: t('课上点名用“发起签到”，几秒就能开始；结束后没签到的人会列出来，可以代签或请他补签。'),
})
/** 签到管理 → 实时看板: current and past occurrences of a day, and one of them live. */
export default function BoardPage() {
  const [params, , put] = useOwnParams()
  const id = params.get('id')
  const day = params.get('day')
  const mayUnbind = useCan(unbind.permission)
  const shown = useView(TABS, { param: 'tab', may: tab => tab !== 'devices' || mayUnbind })
  if (id) return <Board key={id} occurrenceId={id} onBack={() => put({ id: undefined })} />
  const { view: tab } = shown
  const views = <ViewSwitch of={shown} />
  if (tab === 'lines') return <Lines views={views} />
  if (tab === 'devices') return <AllDevices views={views} />
  return (
    <Page
      title={t('实时看板')}
      views={views}
      actions={
        <DatePicker
          aria-label={t('日期')}
          value={isDay(day) ? dayjs(day) : null}
          placeholder={t('最近 7 天')}
          onChange={next => put({ day: next ? next.format('YYYY-MM-DD') : undefined })}
        />
      }
    >
      <List day={isDay(day) ? day : null} onOpen={next => put({ id: next })} />
    </Page>
  )
}
function List({ day, onOpen }: { day: string | null; onOpen: (id: string) => void }) {
  const read = useRead(boards, day ? { date: day } : {}, { every: EVERY_MS })
  const { data } = read
  if (!data) return <Loading of={read} lines={8} />
  if (!data.length) return <Empty title={day ? t('这一天没有你的学生要签到') : t('最近 7 天没有你的学生要签到')} />
  return (
    <ul className={style.list}>
      {data.map(one => (
        <Sheet as="li" key={one.occurrenceId} isBare>
          <Row one={one} onOpen={onOpen} />
        </Sheet>
      ))}
    </ul>
  )
}
function Row({ one, onOpen }: { one: AnswerOf<typeof boards>[number]; onOpen: (id: string) => void }) {
  const present = one.signed + one.late + one.madeUp
  const asked = one.total - one.excused
  const share = percentOf(present, asked) ?? 0
  return (
    <button type="button" className={style.row} onClick={() => onOpen(one.occurrenceId)}>
      <span className={style.rowName}>
        <b>{one.name}</b>
        <small>{[t(KINDS[one.kind]), spanText(one)].join(' · ')}</small>
      </span>
      <span className={style.rowRate}>
        <b>{one.state === 'planned' ? '—' : `${share}%`}</b>
        <small>{one.state === 'planned' ? '' : t('{{present}}/{{asked}} 人', { present: formatNumber(present), asked: formatNumber(asked) })}</small>
      </span>
      <StateTag of={occurrenceStates} state={one.state} />
      <i className={style.bar} aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </i>
    </button>
  )
}
