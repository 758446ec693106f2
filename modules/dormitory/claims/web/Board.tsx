import { useMemo, useState } from 'react'
import { Chart } from '#web/charts/Chart.tsx'
import type { Option } from '#web/charts/Plot.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Columns } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, formatNumber } from '#web/values/format.ts'
import { RESULT_NAMES } from '../model/refusals.ts'
import { FALLBACKS } from '../model/round.ts'
import { claimBoard, settleRound, withoutBed } from '../model/staff-actions.ts'
import style from './claim.module.css'

type Board = AnswerOf<typeof claimBoard>
/** Static data of the round. */
export interface RoundHead {
  id: string
  phase: string | null
  trial: boolean
  stage: string
  fallback: keyof typeof FALLBACKS
  settledAt: string | null
  fallbackCount: number | null
  leftCount: number | null
}
const EVERY_MS = 2000
/** Live board of a round: share chosen, claims per second, refusals by reason. */
export function ClaimBoard({ round }: { round: RoundHead }) {
  const isLive = round.phase === 'open' || round.phase === 'paused'
  const read = useRead(claimBoard, { roundId: round.id }, isLive ? { every: EVERY_MS } : {})
  const { data } = read
  const [listed, setListed] = useState<{ classId?: string }>()
  if (!data) return <Loading of={read} lines={12} />
  const left = Math.max(0, data.students - data.claimed - data.elsewhere)
  return (
    <>
      {round.trial ? <p className={style.trial}>{t('试选：不占用床位，结果不保存')}</p> : null}
      <Figures label={t('人数和床位')}>
        <Figure label={t('应选')} value={data.students} />
        <Figure label={t('已确认')} value={data.claimed} />
        <Figure label={t('已保留')} value={data.held} />
        <Figure label={t('未选')} value={left} />
        <Figure label={t('床位数')} value={data.beds} />
        <Figure label={t('空床')} value={data.free} />
      </Figures>
      {round.stage === 'settled' ? (
        <p className="ql-quiet">
          {t('已于 {{time}} 结清：分配 {{placed}} 人，仍未安排 {{left}} 人', {
            time: formatDatetime(round.settledAt ?? ''),
            placed: round.fallbackCount ?? 0,
            left: round.leftCount ?? 0,
          })}
        </p>
      ) : null}
      {left && !round.trial ? (
        <div>
          <button type="button" className="ql-link" onClick={() => setListed({})}>
            {round.phase === 'closed' && round.stage !== 'settled' ? t('查看未选名单并结清') : t('查看未选名单')}
          </button>
        </div>
      ) : null}
      <Columns min={320} isEven>
        {isLive ? (
          <Sheet title={t('最近一分钟每秒次数')}>
            <Pace data={data} />
          </Sheet>
        ) : null}
        <Sheet title={t('未成功原因')}>{data.refusals.length ? <Refusals data={data} /> : <p className="ql-quiet">{t('还没有未成功的')}</p>}</Sheet>
      </Columns>
      <Sheet title={t('按班级')}>
        {data.byClass.length ? <Classes data={data} onOpen={classId => setListed({ classId })} /> : <Empty title={t('你的数据范围内没有要选床位的学生')} />}
      </Sheet>
      {listed ? <Left round={round} classId={listed.classId} onClose={() => setListed(undefined)} /> : null}
    </>
  )
}
function Pace({ data }: { data: Board }) {
  const option = useMemo<Option>(
    () => ({
      grid: { left: 40, right: 12, top: 16, bottom: 28 },
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'category', data: data.perSecond.map((_, n) => `-${data.perSecond.length - n}`) },
      yAxis: { type: 'value', minInterval: 1 },
      series: [{ type: 'bar', name: t('次数'), data: data.perSecond.map(n => n ?? 0), barCategoryGap: '20%' }],
    }),
    [data.perSecond],
  )
  return <Chart option={option} height={200} label={t('最近一分钟每秒的次数')} />
}
const resultName = (key: string): string => t(RESULT_NAMES[key] ?? key)
const Refusals = ({ data }: { data: Board }) => (
  <PlainTable
    label={t('未成功的次数')}
    rows={data.refusals}
    keyOf={r => r.key}
    columns={[
      [t('原因'), r => resultName(r.key)],
      [t('次数'), r => formatNumber(r.count)],
    ]}
  />
)
const MOST = 300
type ClassRow = Board['byClass'][number]
const askedIn = (c: ClassRow): number => c.students - c.elsewhere
const leftIn = (c: ClassRow): number => Math.max(0, askedIn(c) - c.claimed)
/** Classes with most students missing first. */
function Classes({ data, onOpen }: { data: Board; onOpen: (classId: string) => void }) {
  const rows = useMemo(() => data.byClass.toSorted((a, b) => leftIn(b) - leftIn(a)), [data.byClass])
  return (
    <PlainTable
      label={t('各班人数')}
      rows={rows.slice(0, MOST)}
      keyOf={c => c.classId}
      columns={[
        [t('班级'), c => c.label],
        [t('已确认'), c => `${c.claimed}/${askedIn(c)}`],
        [t('进度'), c => <Progress done={c.claimed} of={askedIn(c)} />],
        [t('已保留'), c => c.held],
        [
          t('未选'),
          c =>
            c.classId && leftIn(c) ? (
              <button type="button" className="ql-link" onClick={() => onOpen(c.classId)}>
                {leftIn(c)}
              </button>
            ) : (
              0
            ),
        ],
      ]}
    />
  )
}
const Progress = ({ done, of }: { done: number; of: number }) => (
  <span className={style.bar}>
    <i style={{ width: `${done ? (done / of) * 100 : 0}%` }} />
  </span>
)
/** 20-DC9: shows the list before the action. */
function Left({ round, classId, onClose }: { round: RoundHead; classId: string | undefined; onClose: () => void }) {
  const read = useRead(withoutBed, { roundId: round.id, classId: classId ?? null })
  const { data } = read
  const maySettle = round.phase === 'closed' && round.stage !== 'settled' && classId === undefined && !round.trial
  const footer =
    maySettle && data ? (
      <div className="ql-acts">
        <ActionButton
          of={settleRound}
          input={{ id: round.id, students: data.length }}
          type="primary"
          confirm={t('{{n}} 名学生没有床位：{{how}}。结清后学生会收到通知。', { n: data.length, how: t(FALLBACKS[round.fallback]) })}
          onDone={onClose}
          changes={['dormStay']}
        />
      </div>
    ) : null
  return (
    <Panel open title={data ? t('未选名单（{{n}} 人）', { n: data.length }) : t('未选名单')} onClose={onClose} {...(footer ? { footer } : {})}>
      {data ? (
        <PlainTable
          label={t('没有床位的学生')}
          rows={data.slice(0, MOST)}
          keyOf={s => s.studentId}
          columns={[
            [t('姓名'), s => s.name],
            [t('学号'), s => s.studentNo],
            [t('班级'), s => s.className],
            [t('最近一次'), s => <span className="ql-quiet">{s.lastResult ? resultName(s.lastResult) : t('没有选过')}</span>],
          ]}
        />
      ) : null}
      {data ? null : <Loading of={read} lines={6} />}
    </Panel>
  )
}
