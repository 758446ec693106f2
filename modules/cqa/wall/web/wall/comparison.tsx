import { MeasureTile } from '#web/big-screen/MeasureTile.tsx'
import { Nobody, peopleText, RankedBars } from '#web/big-screen/parts.tsx'
import { RateTable } from '#web/big-screen/RateTable.tsx'
import type { Shown } from '#web/big-screen/Wall.tsx'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import { wallChange, wallEvenness, wallHeat, wallMeans, wallSources, wallYears } from '../../model/comparison-measures.ts'
import style from './wall.module.css'

type Props = { feed: Shown }
const nothing = () => <Nobody text={t('还没有已定的结果')} />
const namesOf = (of: ReadonlyArray<string | null>): string[] => of.flatMap(name => name ?? [])

export const HeatTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallHeat} className={style.wide} note={d => (d.xn ? t('{{xn}} 学年，占满分的百分比', { xn: d.xn }) : null)}>
    {d =>
      d.colleges.length ? (
        <RateTable label={t(wallHeat.title)} columns={namesOf(d.dimensions)} rows={d.colleges.flatMap(c => (c ? { head: c.name, rates: c.rates } : []))} />
      ) : (
        nothing()
      )
    }
  </MeasureTile>
)
export const MeansTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallMeans} note={() => t('不足 15 人的不列')}>
    {d => {
      const lines = [
        ...d.grades.flatMap(g => (g ? { label: t('{{grade}} 级', { grade: g.grade }), mean: g.mean ?? 0 } : [])),
        ...d.majors.flatMap(m => (m ? { label: m.name, mean: m.mean ?? 0 } : [])),
      ]
      const top = Math.max(1, ...lines.map(l => l.mean))
      return lines.length ? <RankedBars className="two" lines={lines.map(l => ({ label: l.label, part: l.mean / top, value: formatNumber(l.mean, 1) }))} /> : nothing()
    }}
  </MeasureTile>
)
export const SourcesTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallSources} note={() => t('占佐证分数的百分比')}>
    {d =>
      d.sources.length ? (
        <RankedBars className="one" lines={d.sources.flatMap(s => (s ? { label: t(s.label), part: (s.share ?? 0) / 100, value: `${formatNumber(s.share ?? 0, 1)}%` } : []))} />
      ) : (
        nothing()
      )
    }
  </MeasureTile>
)
export const EvennessTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallEvenness} note={() => t('同专业各班平均分的标准差')}>
    {d => {
      const known = d.dimensions.flatMap(one => one ?? [])
      const top = Math.max(0.01, ...known.map(one => one.deviation ?? 0))
      return known.length ? (
        <RankedBars className="one" lines={known.map(one => ({ label: one.name, part: (one.deviation ?? 0) / top, value: formatNumber(one.deviation ?? 0, 2) }))} />
      ) : (
        nothing()
      )
    }}
  </MeasureTile>
)
export const YearsTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallYears} note={() => t('占满分的百分比')}>
    {d =>
      d.years.length ? <RateTable label={t(wallYears.title)} columns={namesOf(d.dimensions)} rows={d.years.flatMap(y => (y ? { head: y.xn, rates: y.rates } : []))} /> : nothing()
    }
  </MeasureTile>
)
export const ChangeTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallChange} note={() => t('同一学生总分变化的中位数')}>
    {d =>
      d.grades.length ? (
        <ul className={style.clock}>
          {d.grades.flatMap(g =>
            g ? (
              <li key={g.grade}>
                <span>{t('{{grade}} 级', { grade: g.grade })}</span>
                <time>{peopleText(g.students)}</time>
                <b>{`${(g.change ?? 0) > 0 ? '+' : ''}${formatNumber(g.change ?? 0, 2)}`}</b>
              </li>
            ) : (
              []
            ),
          )}
        </ul>
      ) : (
        <Nobody text={t('还没有两次已定的结果')} />
      )
    }
  </MeasureTile>
)
