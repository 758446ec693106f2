import { BellRing } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Chart } from '#web/charts/Chart.tsx'
import type { Option } from '#web/charts/Plot.tsx'
import { RankBars } from '#web/charts/RankBars.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatDay, formatNumber } from '#web/records/format.ts'
import { PlainTable } from '#web/records/PlainTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { destinationBoard, remindUnanswered, unansweredStudents } from '../model/holiday-actions.ts'
import { barsOf, CITIES } from './bars.ts'
import { ProvinceMap } from './ProvinceMap.tsx'

type Board = AnswerOf<typeof destinationBoard>

/** Overview of a holiday by class: answers, destinations, dates. */
export function HolidayBoard({ planId }: { planId: string }) {
  const read = useRead(destinationBoard, { planId })
  const { data } = read
  const [province, setProvince] = useState<string>()
  const [classId, setClassId] = useState<string>()
  if (!data) return <Loading of={read} lines={12} />
  const missing = data.expected - data.answered
  const provinces = data.byProvince.filter(p => p !== null)
  const chosen = provinces.find(p => p.key === province) ?? provinces[0]
  return (
    <>
      <Figures label={t('人数')}>
        <Figure label={t('应登记')} value={data.expected} />
        <Figure label={t('已登记')} value={data.answered} />
        <Figure label={t('未登记')} value={missing} />
        {data.byChoice.map(c => (c ? <Figure key={c.key} label={t(c.label)} value={c.count} /> : null))}
      </Figures>
      {missing ? (
        <div className="outing-tools">
          <ActionButton
            of={remindUnanswered}
            input={{ planId }}
            icon={<BellRing size={16} />}
            confirm={t('提醒 {{n}} 名还没有登记的学生', { n: formatNumber(missing) })}
            done={t('已提醒')}
          />
        </div>
      ) : null}
      {provinces.length ? (
        <div className="outing-two">
          <Sheet title={t('去往各省')}>
            <ProvinceMap counts={provinces} label={t('去往各省的人数')} chosen={chosen?.key} onPick={setProvince} />
          </Sheet>
          <div className="outing-page">
            <Sheet title={t('{{province}}各市', { province: chosen?.label ?? '' })}>
              <RankBars bars={barsOf(data.byCity.filter(c => c?.key.slice(0, 2) === chosen?.key.slice(0, 2)))} label={t('去往各市的人数')} most={CITIES} />
            </Sheet>
            <Sheet title={t('每天离校和返校')}>
              <DayLine data={data} />
            </Sheet>
            <Sheet title={t('交通方式')}>
              <RankBars bars={barsOf(data.byTransport)} label={t('各交通方式的人数')} />
            </Sheet>
          </div>
        </div>
      ) : null}
      <Sheet title={t('按班级')}>{data.byClass.length ? <Classes data={data} onOpen={setClassId} /> : <Empty title={t('你的数据范围内没有班级')} />}</Sheet>
      {classId ? <Missing planId={planId} classId={classId} onClose={() => setClassId(undefined)} /> : null}
    </>
  )
}
function DayLine({ data }: { data: Board }) {
  const option = useMemo<Option>(() => {
    const days = data.byDay.filter(d => d !== null)
    return {
      grid: { left: 48, right: 16, top: 32, bottom: 28 },
      legend: { top: 0 },
      tooltip: { trigger: 'axis' },
      xAxis: { type: 'category', data: days.map(d => formatDay(d.date)) },
      yAxis: { type: 'value', minInterval: 1 },
      series: [
        { type: 'line', name: t('离校'), showSymbol: false, data: days.map(d => d.leaving) },
        { type: 'line', name: t('返校'), showSymbol: false, data: days.map(d => d.returning) },
      ],
    }
  }, [data])
  return <Chart option={option} height={220} label={t('每天离校和返校的人数')} />
}
const MOST = 300
const missingIn = (c: { expected: number; answered: number }): number => c.expected - c.answered
/** Classes with most missing answers first. */
function Classes({ data, onOpen }: { data: Board; onOpen: (classId: string) => void }) {
  const rows = useMemo(() => data.byClass.flatMap(c => (c ? [c] : [])).sort((a, b) => missingIn(b) - missingIn(a)), [data])
  return (
    <PlainTable
      label={t('各班人数')}
      rows={rows.slice(0, MOST)}
      keyOf={c => c.classId}
      columns={[
        [t('班级'), c => c.label],
        [t('已登记'), c => `${c.answered}/${c.expected}`],
        [
          t('未登记'),
          c =>
            missingIn(c) ? (
              <button type="button" className="ql-link" onClick={() => onOpen(c.classId)}>
                {missingIn(c)}
              </button>
            ) : (
              0
            ),
        ],
        [t('留校'), c => c.stay],
        [t('离校'), c => c.leave],
        [t('已返校'), c => c.back],
      ]}
    />
  )
}
function Missing({ planId, classId, onClose }: { planId: string; classId: string; onClose: () => void }) {
  const read = useRead(unansweredStudents, { planId, classId })
  const { data } = read
  return (
    <Panel open title={t('未登记名单')} onClose={onClose}>
      {data ? (
        <PlainTable
          label={t('未登记的学生')}
          rows={data}
          keyOf={s => s.studentId}
          columns={[
            [t('姓名'), s => s.name],
            [t('学号'), s => s.studentNo],
          ]}
        />
      ) : null}
      {data ? null : <Loading of={read} lines={6} />}
    </Panel>
  )
}
