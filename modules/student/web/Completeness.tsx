import { t } from '#web/i18n/index.ts'
import style from './student.module.css'

/** Bar with percentage, highlighted below 100. */
export const Completeness = ({ value }: { value: number | null }) => (
  <span className={(value ?? 0) < 80 ? `${style.complete} ${style.low}` : style.complete}>
    <i role="img" aria-label={t('信息完整度 {{n}}%', { n: value ?? 0 })}>
      <i style={{ width: `${value ?? 0}%` }} />
    </i>
    {value ?? 0}%
  </span>
)
