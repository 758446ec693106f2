import { Button } from 'antd'
import { History, MonitorPlay } from 'lucide-react'
import { Suspense } from 'react'
import { percentOf } from '#model/percent.ts'
import { lazily } from '#web/base/chunk.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useSession } from '#web/session/useCan.ts'
import { formatNumber } from '#web/values/format.ts'
import { DORM_SCREEN, INSPECT_SCREEN } from '../model/big-screens.ts'
import { dormStatistics } from '../model/statistics.ts'
import style from './statistics.module.css'
import { Places } from './statistics-places.tsx'
import { Happened } from './statistics-time.tsx'

const BedsPanel = lazily(() => import('./BedsPanel.tsx'))
export type Stats = NonNullable<AnswerOf<typeof dormStatistics>>
/** Open in a new tab: a big screen has no navigation. */
const WALLS = [DORM_SCREEN, INSPECT_SCREEN]
/** Six hours in three minutes. */
const REPLAY_SPEED = 120

/** 宿舍统计: summary, figures linked to lists, occupancy over time, and events. */
export default function DormStatisticsPage() {
  const [params, , put] = useOwnParams()
  const { can } = useSession()
  const read = useRead(dormStatistics, {})
  const { data } = read
  const list = params.get('list')
  return (
    <Page
      title={t('宿舍统计')}
      actions={
        <>
          {WALLS.filter(w => can(w.permission)).map(w => (
            <Button key={w.code} href={w.path} target="_blank" icon={<MonitorPlay size={16} />}>
              {t(w.title)}
            </Button>
          ))}
          {can(DORM_SCREEN.permission) ? (
            <Button href={`${DORM_SCREEN.path}?replay=${REPLAY_SPEED}`} target="_blank" icon={<History size={16} />}>
              {t('回放昨晚')}
            </Button>
          ) : null}
        </>
      }
    >
      {data ? data.sums.beds || data.byCollege.length ? <Shown data={data} /> : <Empty title={t('你的数据范围内没有床位')} /> : <Loading of={read} lines={10} />}
      <Suspense>
        {list ? (
          <BedsPanel asked={Object.fromEntries(params)} onClose={() => put({ list: undefined, campusId: undefined, dormId: undefined, roomType: undefined, gender: undefined })} />
        ) : null}
      </Suspense>
    </Page>
  )
}
/** URL of the beds behind a figure. */
export const bedsAt = (kind: string, more: Readonly<Record<string, string | null>> = {}): string =>
  `?${new URLSearchParams({ list: kind, ...Object.fromEntries(Object.entries(more).filter((e): e is [string, string] => e[1] !== null)) })}`
const FEN = 100
function Shown({ data }: { data: Stats }) {
  const { sums, stayers, arrears } = data
  const emptiest = data.byDorm.flatMap(d => (d && d.beds >= 20 ? [d] : [])).toSorted((a, b) => b.free / b.beds - a.free / a.beds)[0]
  return (
    <>
      <p className={style.statsSentence}>
        {t('{{beds}} 张床住了 {{occupied}} 张，入住率 {{percent}}%，还有 {{free}} 张可以安排。', {
          beds: formatNumber(sums.beds),
          occupied: formatNumber(sums.occupied),
          percent: percentOf(sums.occupied, sums.beds) ?? 0,
          free: formatNumber(sums.free),
        })}
        {emptiest?.free ? t('空床比例最高的是{{dorm}}，{{free}} 张。', { dorm: emptiest.name, free: formatNumber(emptiest.free) }) : null}
      </p>
      <Figures label={t('宿舍统计')}>
        <Figure label={t('床位')} value={sums.beds} to={bedsAt('all')} />
        <Figure label={t('已住')} value={sums.occupied} to={bedsAt('occupied')} />
        <Figure label={t('已预留')} value={sums.reserved} to={bedsAt('reserved')} />
        <Figure label={t('空床')} value={sums.free} to={bedsAt('free')} />
        <Figure label={t('锁定')} value={sums.locked} to={bedsAt('locked')} />
        {stayers === null ? null : <Figure label={t('今日留校')} value={stayers} to="/dormitory/holiday" />}
        {arrears ? <Figure label={t('住宿费欠费')} value={`¥${formatNumber(arrears.owed / FEN, 0)}`} to="/dormitory/arrears" /> : null}
      </Figures>
      <Places data={data} />
      <Happened data={data} />
    </>
  )
}
