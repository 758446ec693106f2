import { Slider } from 'antd'
import { useMemo, useState } from 'react'
import { Chart } from '#web/charts/Chart.tsx'
import type { Option } from '#web/charts/Plot.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { DictSelect } from '#web/inputs/DictSelect.tsx'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Row, Stack } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useMay } from '#web/session/useCan.ts'
import { formatNumber } from '#web/values/format.ts'
import { examCategory } from '../../entry/model/dictionaries.ts'
import { examLine } from '../model/line.ts'
import { scoreHistogram } from '../model/score-actions.ts'

/** 招生考试 → 分数线: the lines, and how many lie above one that is still to be found. */
export default function LinePage() {
  const may = useMay()
  return (
    <Stack>
      <EntityTable<typeof examLine>
        of={examLine}
        title={t('分数线')}
        verbs={['add', 'update', 'remove', 'export']}
        columns={[
          { key: 'batchId', width: 180, align: 'left' },
          { key: 'category', width: 140 },
          { key: 'planId', width: 140 },
          { key: 'subject', width: 120 },
          { key: 'min', width: 100 },
          { key: 'isProvince', width: 120 },
        ]}
        filters={['batchId', 'category', 'isProvince']}
      />
      {may('exam:examLine:update') ? <Finder /> : null}
    </Stack>
  )
}
function Finder() {
  const [params, , put] = useOwnParams()
  const [batchId, category] = [params.get('for') ?? '', params.get('of') ?? '']
  const read = useRead(scoreHistogram, { batchId, category }, { enabled: Boolean(batchId && category) })
  return (
    <Sheet
      title={t('试划分数线')}
      actions={
        <Row gap={2}>
          <RefSelect to="examBatch" aria-label={t('考试批次')} value={batchId} onChange={id => put({ for: id ?? undefined })} />
          <DictSelect of={examCategory} aria-label={t('考生类别')} placeholder={t('考生类别')} value={category} onChange={key => put({ of: key ?? undefined })} />
        </Row>
      }
    >
      {batchId && category ? (
        <Loaded of={read} empty={of => !of.people && t('成绩发布后，这里显示各分数段的人数')}>
          {of => <Histogram of={of} />}
        </Loaded>
      ) : (
        <p className="ql-quiet">{t('选择考试批次和考生类别')}</p>
      )}
    </Sheet>
  )
}
const STEP = 5
function Histogram({ of }: { of: AnswerOf<typeof scoreHistogram> }) {
  const steps = useMemo(() => of.steps.flatMap(s => s ?? []), [of])
  const [least, most] = [steps[0]?.from ?? 0, (steps.at(-1)?.from ?? 0) + STEP]
  const [line, setLine] = useState(least)
  const above = steps.reduce((sum, s) => sum + (s.from >= line ? s.count : 0), 0)
  const said = t('{{line}} 分以上 {{n}} 人，{{places}} 个名额，每个名额 {{ratio}} 人', {
    line,
    n: formatNumber(above),
    places: formatNumber(of.places),
    ratio: of.places ? formatNumber(Math.round((above / of.places) * 100) / 100) : '—',
  })
  const option = useMemo<Option>(
    () => ({
      grid: { left: 8, right: 8, top: 8, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
      xAxis: { type: 'category', data: steps.map(s => String(s.from)) },
      yAxis: { type: 'value' },
      series: [{ type: 'bar', data: steps.map(s => ({ value: s.count, itemStyle: { opacity: s.from >= line ? 1 : 0.35 } })) }],
    }),
    [steps, line],
  )
  return (
    <Stack>
      <p aria-live="polite">{said}</p>
      <Slider aria-label={t('分数线')} min={least} max={most} step={STEP} value={line} onChange={setLine} />
      <Chart height={220} label={said} option={option} />
    </Stack>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('各类考生的总分线和单科线，可以按计划另定。'),
  who: t('招生办划定；学工处查看。'),
  first: t('先录入省定最低分，再在下面移动滑块看人数，然后新增分数线。'),
})
