import type { MeasureOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { SCHOOL_AHEAD_MS, schoolClock } from '#model/school-time.ts'
import { listOf, MeasureTile } from '#web/big-screen/MeasureTile.tsx'
import { Figure, Nobody, RankedBars } from '#web/big-screen/parts.tsx'
import { useWidth } from '#web/big-screen/useWidth.ts'
import type { Shown } from '#web/big-screen/Wall.tsx'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import { ALERT_TYPES, alertStates, OPEN_STATES } from '../../access/model/access-alert.ts'
import { screenAlerts, screenDevices, screenFlow } from '../model/measures.ts'

type Flow = MeasureOf<typeof screenFlow>
const [USUAL, HIGH] = [426, 236]
const FOOT = 34
const STEP_MS = 600_000

export const FlowTile = ({ feed }: { feed: Shown }) => (
  <MeasureTile feed={feed} of={screenFlow} note={() => t('近 24 小时，每 10 分钟')}>
    {d => <Flows flow={d} />}
  </MeasureTile>
)
/** Entries above the axis, exits below; hatched while a recording door is silent. */
function Flows({ flow }: { flow: Flow }) {
  const [ref, wide] = useWidth<HTMLDivElement>(USUAL)
  const lines = { in: flow.in.map(n => n ?? 0), out: flow.out.map(n => n ?? 0) }
  const steps = lines.in.length
  const [most, least] = [Math.max(0, ...lines.in), Math.max(0, ...lines.out)]
  const middle = (HIGH - FOOT) / 2
  const top = Math.max(1, most, least)
  const from = Date.parse(flow.from)
  const x = (i: number): number => (i / Math.max(1, steps - 1)) * wide
  const y = (n: number, sign: 1 | -1): number => middle - sign * (n / top) * (middle - 26)
  const area = (of: readonly number[], sign: 1 | -1): string => `M0 ${middle}${of.map((n, i) => `L${x(i).toFixed(1)} ${y(n, sign).toFixed(1)}`).join('')}L${wide} ${middle}Z`
  const at = (instant: number): number => ((instant - from) / (STEP_MS * Math.max(1, steps - 1))) * wide
  const silent = [
    { key: 'in', since: flow.silentIn, top: 0, high: middle },
    { key: 'out', since: flow.silentOut, top: middle, high: HIGH - FOOT - middle },
  ].flatMap(h => (h.since ? [{ ...h, left: Math.max(0, at(Date.parse(h.since))) }] : []))
  const hours = sixHours(from, steps).filter(h => at(h.at) > 30 && at(h.at) < wide - 30)
  return (
    <div ref={ref}>
      <svg
        className="dorm-wall-flow"
        width={wide}
        height={HIGH}
        viewBox={`0 0 ${wide} ${HIGH}`}
        role="img"
        aria-label={t('近 24 小时进出，进最多 {{most}}，出最多 {{least}}', { most: formatNumber(most), least: formatNumber(least) })}
      >
        <pattern id="dorm-wall-hatch" width="8" height="8" patternTransform="rotate(45)" patternUnits="userSpaceOnUse">
          <rect width="3" height="8" fill="#7f96b5" opacity=".35" />
        </pattern>
        {hours.map(h => (
          <g key={h.at}>
            <path className="grid" d={`M${at(h.at)} 0V${HIGH - FOOT}`} />
            <text x={at(h.at)} y={HIGH - 6} textAnchor="middle">
              {t('{{n}} 时', { n: h.hour })}
            </text>
          </g>
        ))}
        {silent.map(h => (h.left < wide ? <rect key={h.key} x={h.left} y={h.top} width={wide - h.left} height={h.high} fill="url(#dorm-wall-hatch)" /> : null))}
        <path className="in" d={area(lines.in, 1)} />
        <path className="out" d={area(lines.out, -1)} />
        <text className="in" x="0" y="20">
          {t('进 峰值 {{n}}', { n: formatNumber(most) })}
        </text>
        <text className="out" x="0" y={HIGH - FOOT - 6}>
          {t('出 峰值 {{n}}', { n: formatNumber(least) })}
        </text>
      </svg>
    </div>
  )
}
/** Every sixth hour of the day, in the school's time zone. */
function sixHours(from: number, steps: number): Array<{ at: number; hour: number }> {
  const first = Math.ceil((from + SCHOOL_AHEAD_MS) / (6 * HOUR_MS)) * 6 * HOUR_MS - SCHOOL_AHEAD_MS
  const all = Array.from({ length: 5 }, (_, i) => first + i * 6 * HOUR_MS).filter(at => at < from + steps * STEP_MS)
  return all.map(at => ({ at, hour: Math.round(((at + SCHOOL_AHEAD_MS) % (24 * HOUR_MS)) / HOUR_MS) % 24 }))
}
const isOpen = (state: string): boolean => (OPEN_STATES as readonly string[]).includes(state)
export const AlertsTile = ({ feed }: { feed: Shown }) => (
  <MeasureTile feed={feed} of={screenAlerts} note={d => t('今日 {{n}} 条', { n: formatNumber(d.today) })}>
    {d =>
      d.alerts.length ? (
        <ul className="dorm-wall-alerts">
          {d.alerts.map((a, i) =>
            a ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: alerts of a wall have no names to be told apart by
              <li key={`${a.at} ${i}`}>
                <span>{schoolClock(new Date(a.at))}</span>
                <span>{t(ALERT_TYPES[a.type])}</span>
                <span>{a.dorm}</span>
                <span data-open={isOpen(a.state)}>{t(alertStates.labels[a.state])}</span>
              </li>
            ) : null,
          )}
        </ul>
      ) : (
        <Nobody text={t('没有门禁提醒')} />
      )
    }
  </MeasureTile>
)
const MOST_PLACES = 4
export const DevicesTile = ({ feed }: { feed: Shown }) => (
  <MeasureTile feed={feed} of={screenDevices}>
    {d =>
      d.enabled ? (
        <>
          <Figure
            label={t('在线')}
            value={formatNumber(d.online)}
            unit={`/ ${formatNumber(d.enabled)}`}
            to={listOf(feed, 'dormitory:accessDevice:list', '/dormitory/access/devices')}
          />
          <RankedBars
            className="devices"
            lines={d.places.slice(0, MOST_PLACES).map(p => ({ label: t(p.name), part: p.online / Math.max(1, p.enabled), value: `${p.online} / ${p.enabled}` }))}
          />
        </>
      ) : (
        <Nobody text={t('没有门禁设备')} />
      )
    }
  </MeasureTile>
)
