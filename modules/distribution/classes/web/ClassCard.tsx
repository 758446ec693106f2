import { Pin } from 'lucide-react'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import type { ClassFigures } from './BoardColumns.tsx'
import style from './board.module.css'

interface ClassCardProps {
  of: ClassFigures
  hasScores: boolean
  isChosen: boolean
  onChoose: () => void
}
/** A class with a gauge for each measure: how far it is from an even spread. */
export const ClassCard = ({ of: c, hasScores, isChosen, onChoose }: ClassCardProps) => (
  <button type="button" className={style.card} aria-pressed={isChosen} onClick={onChoose}>
    <span className={style.name}>
      <b>{c.className}</b>
      {c.locked ? (
        <small title={t('手工固定')}>
          <Pin size={12} aria-hidden /> {c.locked}
        </small>
      ) : null}
      <em data-full={c.size > c.capacity}>
        {c.size}/{c.capacity}
      </em>
    </span>
    <Gauge label={t('男 {{males}}，女 {{females}}', c)} note={t('均衡 {{n}}', { n: c.malesIdeal })} share={c.size ? c.males / c.size : 0} gap={c.genderGap} />
    <Gauge label={t('{{provinces}} 个省份', c)} note={t('最多差 {{n}} 人', { n: c.originGap })} share={c.size ? Math.min(1, c.originGap / c.size) : 0} gap={c.originGap} />
    <Gauge
      label={t('少数民族 {{minorities}}', c)}
      note={t('均衡 {{n}}', { n: c.minoritiesIdeal })}
      share={c.size ? c.minorities / c.size : 0}
      gap={Math.abs(c.minorities - c.minoritiesIdeal)}
    />
    {hasScores && c.meanScore !== null ? (
      <span className={style.line}>
        <span>{t('平均成绩 {{n}}', { n: formatNumber(c.meanScore) })}</span>
        <small>{t('专业 {{n}}', { n: c.majorScore === null ? '—' : formatNumber(c.majorScore) })}</small>
      </span>
    ) : null}
  </button>
)
interface GaugeProps {
  label: string
  note: string
  share: number
  gap: number
}
const Gauge = ({ label, note, share, gap }: GaugeProps) => (
  <span className={style.gauge} data-far={gap > 1}>
    <span className={style.line}>
      <span>{label}</span>
      <small>{note}</small>
    </span>
    <span className={style.bar} aria-hidden>
      <i style={{ width: `${Math.round(share * 100)}%` }} />
    </span>
  </span>
)
