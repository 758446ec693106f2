import { useState } from 'react'
import { TaskBoard } from '#modules/workflow/tasks/web/public/TaskBoard.tsx'
import { RankBars } from '#web/charts/RankBars.tsx'
import { Figure } from '#web/feedback/Figures.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { Parts } from '#web/statistics/Statistics.tsx'
import { Trend } from '#web/statistics/Trend.tsx'
import { formatDay } from '#web/values/format.ts'
import { destinationTask } from '../model/holiday-actions.ts'
import { barsOf, CITIES } from './bars.ts'
import { ProvinceMap } from './ProvinceMap.tsx'

type Board = AnswerOf<typeof destinationTask.board>

/** Overview of a holiday by class: answers, destinations, dates. */
export const HolidayBoard = ({ planId }: { planId: string }) => (
  <TaskBoard
    of={destinationTask}
    id={planId}
    words={{ expected: t('应登记'), answered: t('已登记'), lacking: t('未登记') }}
    figures={data => data.byChoice.map(c => <Figure key={c.key} label={t(c.label)} value={c.count} />)}
    columns={[
      [t('留校'), c => c.stay],
      [t('离校'), c => c.leave],
      [t('已返校'), c => c.back],
    ]}
  >
    {data => (data.byProvince.length ? <Places data={data} /> : null)}
  </TaskBoard>
)
function Places({ data }: { data: Board }) {
  const [province, setProvince] = useState<string>()
  const chosen = data.byProvince.find(p => p.key === province) ?? data.byProvince[0]
  return (
    <Parts>
      <Sheet title={t('去往各省')}>
        <ProvinceMap counts={data.byProvince} label={t('去往各省的人数')} chosen={chosen?.key} onPick={setProvince} />
      </Sheet>
      <Stack>
        <Sheet title={t('{{province}}各市', { province: chosen?.label ?? '' })}>
          <RankBars bars={barsOf(data.byCity.filter(c => c.key.slice(0, 2) === chosen?.key.slice(0, 2)))} label={t('去往各市的人数')} most={CITIES} />
        </Sheet>
        <Trend
          title={t('每天离校和返校')}
          label={t('每天离校和返校的人数')}
          points={data.byDay}
          at={d => formatDay(d.date)}
          series={[
            { name: t('离校'), of: d => d.leaving },
            { name: t('返校'), of: d => d.returning },
          ]}
        />
        <Sheet title={t('交通方式')}>
          <RankBars bars={barsOf(data.byTransport)} label={t('各交通方式的人数')} />
        </Sheet>
      </Stack>
    </Parts>
  )
}
