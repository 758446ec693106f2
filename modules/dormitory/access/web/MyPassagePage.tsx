import { Button } from 'antd'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { DIRECTIONS, passageWay } from '../model/access-event.ts'
import { myPassages } from '../model/device-actions.ts'
import { visitorStates, visitPurpose } from '../model/visitor.ts'
import { answerVisit, myVisitors } from '../model/visitor-actions.ts'
import style from './access.module.css'
import { useMore } from './useMore.ts'

/** 我的出入: visitors to confirm, late returns, and passages. */
export default function MyPassagePage() {
  const mine = useMore(myPassages, {}, 'before')
  const first = mine.data?.pages[0] as { lates: ReadonlyArray<{ nightDate: string; at: string }>; isHoused: boolean; keepDays: number } | undefined
  const ways = useDict(passageWay)
  if (!mine.items || !first) return <Loading of={mine} lines={8} />
  const { lates } = first
  return (
    <Page title={t('我的出入')} width="form">
      <Visitors />
      <Sheet label={t('晚归')} className={style.card}>
        <header>
          <h2>{t('近 30 天晚归')}</h2>
          <State tone={lates.length ? 'attention' : 'done'}>{t('{{n}} 次', { n: lates.length })}</State>
        </header>
        {lates.length ? (
          <ul className={style.plain}>
            {lates.map(l => (
              <li key={l.nightDate}>
                <span>{t('{{date}} 晚', { date: formatDate(l.nightDate) })}</span>
                <span>{t('{{time}} 进楼', { time: formatDatetime(l.at) })}</span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="ql-quiet">{first.isHoused ? t('每晚都在归寝时间前回来了。') : t('你现在没有在住的床位。')}</p>
        )}
      </Sheet>
      <Sheet title={t('出入记录')} actions={<small className="ql-quiet">{t('保留 {{n}} 天，到期删除', { n: first.keepDays })}</small>} className={style.card}>
        {mine.items.length ? null : <Empty title={t('还没有出入记录')} />}
        <ul className={style.plain}>
          {mine.items.map(i => (
            <li key={i.id}>
              <span>
                <b>{t(DIRECTIONS[i.direction])}</b> {formatDatetime(i.at)}
                <small>{[i.deviceName, i.dormName].filter(Boolean).join(t('，'))}</small>
              </span>
              <span className="ql-quiet">{i.way ? dictLabel(ways, i.way) : null}</span>
            </li>
          ))}
        </ul>
        {mine.hasNextPage ? (
          <Button className={classes(style.more)} loading={mine.isFetchingNextPage} onClick={() => void mine.fetchNextPage()}>
            {t('更多')}
          </Button>
        ) : null}
      </Sheet>
    </Page>
  )
}
function Visitors() {
  const { data } = useRead(myVisitors, {}, { every: 30_000 })
  const purposes = useDict(visitPurpose)
  if (!data?.length) return null
  return (
    <Sheet title={t('来访')} className={style.card}>
      <ul className={style.plain}>
        {data.map(v => (
          <li key={v.id}>
            <span>
              <b>{v.name}</b> {dictLabel(purposes, v.purpose)}
              <small>{t('{{time}} 登记，{{until}} 前离开', { time: formatDatetime(v.createdAt), until: formatDatetime(v.leaveBy) })}</small>
            </span>
            {v.canAnswer ? (
              <span className={style.acts}>
                <ActionButton of={answerVisit} input={{ id: v.id, isExpected: true }} type="primary" changes={['todo']} done={t('已同意来访')}>
                  {t('认识，同意')}
                </ActionButton>
                <ActionButton of={answerVisit} input={{ id: v.id, isExpected: false }} changes={['todo']} confirm={t('不认可后宿管员不会放行。')} done={t('已告知宿管员')}>
                  {t('不认识')}
                </ActionButton>
              </span>
            ) : (
              <StateTag of={visitorStates} state={v.state} />
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
