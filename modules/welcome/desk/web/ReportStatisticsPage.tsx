import { percentOf } from '#model/percent.ts'
import { admissionBatch } from '#modules/admission/roll/model/dictionaries.ts'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { REPORT_BY, type ReportBy, reportStatistics } from '../model/report-statistics.ts'

type Data = AnswerOf<typeof reportStatistics>
type Year = Data['years'][number]
/** Nobody was admitted in that year: there is no rate. */
const rate = (of: Year | undefined): string => (of?.admitted ? `${percentOf(of.arrived, of.admitted) ?? 0}%` : '—')
const minutes = (n: number | null): string => (n === null ? '—' : t('{{n}} 分钟', { n }))

/** 迎新 → 报到统计: who of the roll has come, beside the years before, and how long it took. */
export default function ReportStatisticsPage() {
  const [params, , put] = useOwnParams()
  const shown = useView(REPORT_BY)
  const batchId = params.get('batchId')
  const read = useRead(reportStatistics, batchId ? { batchId } : {})
  return (
    <Page
      title={t('报到统计')}
      help={t('报到率是到校的人占录取名单的比例，放弃入学的也算在名单里。')}
      actions={<RefSelect to="welcomeBatch" aria-label={t('批次')} value={batchId ?? read.data?.batchId} allowClear={false} onChange={id => put({ batchId: id ?? undefined })} />}
    >
      <Loaded of={read} empty={of => !of.years[0]?.admitted && t('还没有新生')}>
        {of => (
          <>
            <Summary of={of} />
            <Sheet title={t('报到率')} actions={<ViewSwitch of={shown} />} isBare>
              <Rates of={of} by={shown.view} />
            </Sheet>
            <Pace of={of} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
const Summary = ({ of: { years, minutes: median, finished } }: { of: Data }) => (
  <Figures label={t('报到统计')}>
    <Figure label={t('录取')} value={years[0]?.admitted ?? 0} />
    <Figure label={t('报到')} value={years[0]?.arrived ?? 0} to="/welcomes/board" />
    {years.map(y => y && <Figure key={y.year} label={t('{{year}} 年报到率', { year: y.year })} value={rate(y)} />)}
    <Figure label={t('办完现场环节')} value={finished} />
    <Figure label={t('从进校到办完')} value={minutes(median)} />
  </Figures>
)
function Rates({ of, by }: { of: Data; by: ReportBy }) {
  const batches = useDict(admissionBatch)
  const groups = of.groups.flatMap(g => (g?.by === by ? [{ ...g, name: g.label ?? (by === 'batch' && g.key ? dictLabel(batches, g.key) : '—') }] : []))
  return (
    <PlainTable
      label={t('报到率')}
      rows={groups}
      keyOf={g => g.key ?? ''}
      isLong
      columns={[
        [t(REPORT_BY[by]), g => g.name, { isHead: true }],
        [t('录取'), g => g.years[0]?.admitted ?? 0, { isNumber: true }],
        [t('报到'), g => g.years[0]?.arrived ?? 0, { isNumber: true }],
        ...of.years.map(
          (y, n) => [t('{{year}} 年报到率', { year: y?.year ?? '' }), (g: (typeof groups)[number]) => rate(g.years[n]), { isNumber: true, key: String(y?.year) }] as const,
        ),
      ]}
    />
  )
}
/** The slowest first. */
function Pace({ of: { points, hours } }: { of: Data }) {
  if (!points.length) return null
  return (
    <>
      <Sheet title={t('各办理点用时')} note={t('从上一个办理点到这里办完，取中位数')} isBare>
        <PlainTable
          label={t('各办理点用时')}
          rows={points.flatMap(p => p ?? [])}
          keyOf={p => p.name}
          columns={[
            [t('办理点'), p => p.name, { isHead: true }],
            [t('办理人次'), p => p.scans, { isNumber: true }],
            [t('用时'), p => minutes(p.minutes), { isNumber: true }],
          ]}
        />
      </Sheet>
      <Sheet title={t('各时段用时')} isBare>
        <PlainTable
          label={t('各时段用时')}
          rows={hours.flatMap(h => h ?? [])}
          keyOf={h => h.hour}
          columns={[
            [t('时段'), h => h.hour, { isHead: true }],
            [t('办理人次'), h => h.scans, { isNumber: true }],
            [t('用时'), h => minutes(h.minutes), { isNumber: true }],
          ]}
        />
      </Sheet>
    </>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('报到率和前两年比怎么样，现场哪个办理点、哪个时段最慢。'),
  who: t('招生办和学工处看全校，学院和辅导员看自己的学生。'),
  first: t('先看报到率低的学院、专业和省份；再看最慢的办理点，安排明年的人手。'),
})
