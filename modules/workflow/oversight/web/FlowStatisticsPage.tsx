import { useMutation } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import dayjs from 'dayjs'
import { Download } from 'lucide-react'
import type { InputOf } from '#model'
import { schoolDate } from '#model/school-time.ts'
import { Emphasis } from '#web/feedback/Emphasis.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { downloadAndSave, type Query } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import DateRange from '#web/inputs/DateRange.tsx'
import { classes } from '#web/layout/classes.ts'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { actionAddress } from '#web/values/address.ts'
import { formatNumber } from '#web/values/format.ts'
import style from '../../cases/web/public/cases.module.css'
import { minutesWords } from '../../flows/web/public/labels.ts'
import { TypeSelect } from '../../flows/web/public/TypeSelect.tsx'
import { exportFlowStatistics, flowStatistics } from '../model/oversight.ts'
import { LineTable } from './statistics/LineTable.tsx'
import { type Line, share, totalOf } from './statistics/lines.ts'
import { Reasons } from './statistics/Reasons.tsx'
import { TimeChart } from './statistics/TimeChart.tsx'

const BY = { node: '按环节', department: '按审批单位', person: '按审批人' } as const
const DAYS = 30
const isBy = (by: string | null): by is keyof typeof BY => by !== null && Object.hasOwn(BY, by)

/** 流程统计: durations, bottlenecks, and reasons for returns. */
export default function FlowStatisticsPage() {
  const [params, , put] = useOwnParams()
  const given = params.get('by')
  const by = isBy(given) ? given : 'node'
  const from = params.get('from') ?? dayjs(schoolDate(Date.now())).subtract(DAYS, 'day').format('YYYY-MM-DD')
  const to = params.get('to') ?? schoolDate(Date.now())
  const processType = params.get('processType')
  const span = { from, to, ...(processType ? { processType } : {}) }
  const read = useRead(flowStatistics, { ...span, by })
  const lines: readonly Line[] = read.data ?? []
  return (
    <Page
      title={t('流程统计')}
      actions={
        <>
          <TypeSelect value={processType} onChange={type => put({ processType: type })} />
          <DateRange
            from={from}
            to={to}
            className={classes(style.filterDays)}
            placeholder={t('办理日期')}
            aria-label={t('办理日期')}
            onChange={(first, last) => put({ from: first, to: last })}
          />
          <Export asked={{ ...span, by }} isEmpty={!lines.length} />
        </>
      }
    >
      {!read.data ? (
        <Sheet as="div" className={style.wait}>
          <Loading of={read} lines={8} />
        </Sheet>
      ) : null}
      {read.data && !lines.length ? (
        <Sheet as="div" isBare>
          <Empty title={t('这段时间没有办理过审批')} />
        </Sheet>
      ) : null}
      {lines.length ? (
        <>
          <Sentence lines={lines} />
          <Totals lines={lines} />
          <Sheet label={t('办理用时')} className={style.chart}>
            <h2>
              {t('办理用时')}
              <Segmented
                value={by}
                options={(Object.keys(BY) as Array<keyof typeof BY>).map(value => ({ value, label: t(BY[value]) }))}
                onChange={next => put({ by: next === 'node' ? null : next })}
              />
            </h2>
            <TimeChart lines={lines} />
            <LineTable lines={lines} head={t(HEADS[by])} />
          </Sheet>
        </>
      ) : null}
      <Reasons span={span} />
    </Page>
  )
}
const HEADS = { node: '环节', department: '审批单位', person: '审批人' } as const

function Sentence({ lines }: { lines: readonly Line[] }) {
  const slowest = lines.filter(line => line.count >= 5).sort((a, b) => b.medianMin - a.medianMin)[0]
  const { count, overdue } = totalOf(lines)
  const where = slowest ? t('，最慢的是 **{{label}}**，半数超过 {{span}}', { label: slowest.label, span: minutesWords(slowest.medianMin) }) : ''
  return (
    <p className={style.sentence}>
      <Emphasis text={t('共办理 **{{n}}** 次，逾期 {{overdue}}{{where}}。', { n: formatNumber(count), overdue: share(overdue, count), where })} />
    </p>
  )
}
function Totals({ lines }: { lines: readonly Line[] }) {
  const all = totalOf(lines)
  const figures = [
    [formatNumber(all.count), t('办理次数')],
    [share(all.returned, all.count), t('退回率')],
    [share(all.rejected, all.count), t('驳回率')],
    [share(all.overdue, all.count), t('逾期率')],
  ] as const
  return (
    <Figures label={t('流程统计')}>
      {figures.map(([value, label]) => (
        <Figure key={label} label={label} value={value} />
      ))}
    </Figures>
  )
}
/** The table as a spreadsheet, computed by the server. */
function Export({ asked, isEmpty }: { asked: InputOf<typeof exportFlowStatistics>; isEmpty: boolean }) {
  const save = useMutation({
    mutationFn: () => downloadAndSave(actionAddress(exportFlowStatistics), undefined, { method: 'GET', query: asked as Query, fallbackName: `${t('流程统计')}.xlsx` }),
  })
  return (
    <Button icon={<Download size={15} />} disabled={isEmpty} loading={save.isPending} onClick={() => save.mutate()}>
      {t('导出')}
    </Button>
  )
}
