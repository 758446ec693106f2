import { percentOf } from '#model/percent.ts'
import { MeasureTile } from '#web/big-screen/MeasureTile.tsx'
import { Figure, Nobody, RankedBars } from '#web/big-screen/parts.tsx'
import type { Shown } from '#web/big-screen/Wall.tsx'
import { t } from '#web/i18n/index.ts'
import { formatDate, formatNumber } from '#web/values/format.ts'
import { wallAchievements, wallCertificates, wallCompetitions, wallHours } from '../../model/measures.ts'
import style from './wall.module.css'

type Props = { feed: Shown }
const MOST_LINES = 7
const MOST_SHOWN = 7
type Cells = ReadonlyArray<{ label: string; count: number } | null>
function Bars({ of, nobody }: { of: Cells; nobody: string }) {
  const known = of.flatMap(c => c ?? [])
  const top = Math.max(1, ...known.map(c => c.count))
  return known.length ? (
    <RankedBars lines={known.slice(0, MOST_LINES).map(c => ({ label: t(c.label), part: c.count / top, value: formatNumber(c.count) }))} />
  ) : (
    <Nobody text={nobody} />
  )
}
export const CompetitionsTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallCompetitions} note={() => t('按级别')}>
    {d => <Bars of={d.levels} nobody={t('本学年竞赛还不多')} />}
  </MeasureTile>
)
export const CertificatesTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallCertificates} note={() => t('本学年发证，已核验')}>
    {d => <Bars of={d.kinds} nobody={t('本学年证书还不多')} />}
  </MeasureTile>
)
export const HoursTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallHours} note={() => t('每人每月，小时')}>
    {d => {
      const months = d.months.flatMap(m => m ?? [])
      const top = Math.max(0.1, ...months.map(m => (m.labour ?? 0) + (m.volunteer ?? 0)))
      const height = (hours: number | null) => ({ height: `${percentOf(hours ?? 0, top) ?? 0}%` })
      return (
        <div className={style.hours}>
          <ol>
            {months.map(m => (
              <li key={m.month}>
                <b>{formatNumber((m.labour ?? 0) + (m.volunteer ?? 0), 1)}</b>
                <div>
                  <i data-mark="blue" style={height(m.volunteer)} />
                  <i data-mark="qing" style={height(m.labour)} />
                </div>
                <span>{t('{{n}}月', { n: Number(m.month.slice(5)) })}</span>
              </li>
            ))}
          </ol>
          <div className={style.facts}>
            <Figure label={t('劳动学时达到进度')} value={d.asked ? String(percentOf(d.onCourse, d.asked) ?? 0) : '—'} {...(d.asked ? { unit: '%' } : {})} isMain />
            <span className="ql-wall-label">
              <i data-mark="qing" />
              {t('劳动学时')}
            </span>
            <span className="ql-wall-label">
              <i data-mark="blue" />
              {t('志愿时长')}
            </span>
          </div>
        </div>
      )
    }}
  </MeasureTile>
)
/** Seven at a time, the newest first. */
export const AchievementsTile = ({ feed }: Props) => (
  <MeasureTile feed={feed} of={wallAchievements} note={() => t('校级及以上')}>
    {d => {
      const known = d.achievements.flatMap(a => a ?? []).slice(0, MOST_SHOWN)
      return known.length ? (
        <ul className={style.achievements}>
          {known.map((a, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two of a class may have won the same on one day; the place in the list tells them apart
            <li key={n}>
              <time>{formatDate(a.on)}</time>
              <b>{a.title}</b>
              <span>{[a.level ? t(a.level) : null, a.className].filter(Boolean).join('  ')}</span>
            </li>
          ))}
        </ul>
      ) : (
        <Nobody text={t('本学年还没有成果')} />
      )
    }}
  </MeasureTile>
)
