import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { Chart } from '#web/charts/Chart.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import { FileLink } from '#web/files/FileLink.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { myRoomChecks, objectRecord } from '../model/actions.ts'
import { CHECK_AREAS, GRADES, grades } from '../model/items.ts'
import { objectionStates } from '../model/record.ts'
import { CHECK_KINDS } from '../model/scheme.ts'
import style from './check.module.css'
import ownStyle from './own.module.css'
import { scoreLine } from './score-line.ts'

type Mine = AnswerOf<typeof myRoomChecks>
type Record = Mine['records'][number]

/** One's own room: rank, points to gain, and every check. */
export function MyRoom() {
  const read = useRead(myRoomChecks, {})
  const { data } = read
  if (!data) return <Loading of={read} lines={8} />
  if (!data.room) return <Empty title={t('你现在没有在住的房间')} />
  return (
    <>
      <Latest mine={data} />
      <Gains mine={data} />
      {data.records.length ? null : <Empty title={t('{{room}} 还没有检查记录', { room: data.room })} />}
      {data.records.map(r => (
        <RecordSheet key={r.id} record={r} />
      ))}
    </>
  )
}
function Latest({ mine }: { mine: Mine }) {
  const { weeks } = mine
  const latest = weeks[0]
  const option = useMemo(() => scoreLine(weeks.toReversed()), [weeks])
  return (
    <Sheet label={mine.room ?? ''} className={style.task}>
      <header>
        <h2>{mine.room}</h2>
        {latest?.score ? <b className={style.live}>{latest.score}</b> : null}
      </header>
      <p>
        {latest
          ? latest.rank
            ? t('{{week}} 这一周第 {{rank}} 名，共 {{n}} 个房间', { week: formatDate(latest.week), rank: latest.rank, n: latest.ranked ?? 0 })
            : t('{{week}} 这一周没有检查到', { week: formatDate(latest.week) })
          : t('周成绩每周一公布')}
      </p>
      {weeks.length > 1 ? <Chart option={option} height={140} label={t('最近 {{n}} 周得分', { n: weeks.length })} /> : null}
    </Sheet>
  )
}
function Gains({ mine }: { mine: Mine }) {
  const { gains } = mine
  if (!gains.length) return null
  return (
    <Sheet title={t('主要扣分项')} className={style.task}>
      <ol className={ownStyle.gains}>
        {gains.map(g => (
          <li key={`${g.item} ${g.step}`}>
            <span>{t('{{item}}：{{step}}', { item: t(g.item), step: t(g.step) })}</span>
            <b>+{g.points}</b>
            <small className="ql-quiet">{t('扣过 {{n}} 次', { n: g.times })}</small>
          </li>
        ))}
      </ol>
    </Sheet>
  )
}
function RecordSheet({ record }: { record: Record }) {
  const [isObjecting, setObjecting] = useState(false)
  const { photos } = record
  return (
    <Sheet
      title={record.task}
      actions={
        record.grade ? (
          <State tone={grades.tones[record.grade]}>{`${record.roomScore} ${t(GRADES[record.grade])}`}</State>
        ) : (
          <State tone="over">{record.refused ? t('拒绝检查') : t('无人')}</State>
        )
      }
      className={style.task}
    >
      <p className="ql-quiet">
        {[t(CHECK_KINDS[record.kind]), formatDatetime(record.checkedAt), record.ownScore === null ? '' : t('本人 {{n}} 分', { n: record.ownScore })].filter(Boolean).join(' · ')}
      </p>
      <Lost record={record} />
      {record.note ? <p>{record.note}</p> : null}
      {photos.length ? (
        <Row as="p" className={style.photos}>
          {photos.map((id, n) => (
            <FileLink key={id} id={id}>
              {t('照片 {{n}}', { n: n + 1 })}
            </FileLink>
          ))}
        </Row>
      ) : null}
      <Objection record={record} onObject={() => setObjecting(true)} />
      {isObjecting ? (
        <ActionForm
          of={objectRecord}
          input={{ id: record.id }}
          onClose={() => setObjecting(false)}
          note={<p className="ql-help">{t('宿管或学工处会核对后答复，检查人不参与。')}</p>}
        />
      ) : null}
    </Sheet>
  )
}
/** Deducted items only; items with full points need no line. */
function Lost({ record }: { record: Record }) {
  const lost = record.items.flatMap(i => (i?.lost ? [i] : []))
  if (!record.items.length) return null
  if (!lost.length) return <p>{t('没有扣分')}</p>
  return (
    <ul className={ownStyle.lost}>
      {lost.map(i => (
        <li key={`${i.area} ${i.name}`}>
          <small className="ql-quiet">{t(CHECK_AREAS[i.area])}</small>
          <span>{t(i.name)}</span>
          <span>{i.lost}</span>
          <b>
            {i.score}/{i.full}
          </b>
        </li>
      ))}
    </ul>
  )
}
function Objection({ record, onObject }: { record: Record; onObject: () => void }) {
  if (record.objectionState !== 'none')
    return (
      <div className={ownStyle.answer}>
        <StateTag of={objectionStates} state={record.objectionState} />
        <p>{record.objectionText}</p>
        {record.objectionAnswer ? <p className="ql-quiet">{t('答复：{{text}}', { text: record.objectionAnswer })}</p> : null}
      </div>
    )
  if (!record.objectUntil) return null
  return (
    <Row className={style.photos}>
      <Button onClick={onObject}>{t('提出异议')}</Button>
      <small className="ql-help">{t('{{time}} 前可以提', { time: formatDatetime(record.objectUntil) })}</small>
    </Row>
  )
}
