import { Link } from 'react-router'
import { percentOf } from '#model/percent.ts'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatNumber } from '#web/values/format.ts'
import { handleCases } from '../model/actions.ts'
import style from './night.module.css'

interface Counts {
  expected: number
  present: number
  late: number
  pending: number
  absent: number
  excused: number
}
export function ShareBar({ counts }: { counts: Counts }) {
  const of = (n: number): string => `${percentOf(n, counts.expected) ?? 0}%`
  return (
    <i className={style.bar} aria-hidden="true">
      <i style={{ width: of(counts.present) }} />
      <i className={style.late} style={{ width: of(counts.late) }} />
      <i className={style.absent} style={{ width: of(counts.absent) }} />
    </i>
  )
}
interface Props {
  counts: Counts
  conflicts: number
  unsettled: number
  night: string
}
/** Figures of the night; open work is linked. */
export function Figures({ counts, conflicts, unsettled, night }: Props) {
  const mayHandle = useCan(handleCases.permission)
  return (
    <Sheet label={t('人数')} className={style.figures}>
      <div className={style.big}>
        <b>{percentOf(counts.present + counts.late, counts.expected) ?? 0}%</b>
        <small>{t('归寝率')}</small>
        <ShareBar counts={counts} />
      </div>
      <Figure label={t('在寝')} value={counts.present} />
      <Figure label={t('晚归')} value={counts.late} />
      <Figure label={t('未点名')} value={counts.pending} />
      <Figure label={t('未归')} value={counts.absent} />
      <Figure label={t('已请假')} value={counts.excused} />
      <Figure label={t('记录不一致')} value={conflicts} />
      {mayHandle && unsettled ? (
        <Link className={style.todo} to={`/dormitory/night/cases?night=${night}`}>
          {t('{{n}} 人待处置', { n: formatNumber(unsettled) })}
        </Link>
      ) : null}
    </Sheet>
  )
}
const Figure = ({ label, value }: { label: string; value: number }) => (
  <div>
    <b>{formatNumber(value)}</b>
    <small>{label}</small>
  </div>
)
