import { Scroll } from '#web/feedback/Scroll.tsx'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import { minutesWords } from '../picture/labels.ts'
import { type Line, share } from './lines.ts'

/** All figures of the chart as a table. */
export function LineTable({ lines, head }: { lines: readonly Line[]; head: string }) {
  return (
    <Scroll className="cases-scroll" label={t('办理用时')}>
      <table className="ql-plain">
        <caption className="visually-hidden">{t('办理用时')}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">{t('办理次数')}</th>
            <th scope="col">{t('一般用时（中位）')}</th>
            <th scope="col">{t('九成以内')}</th>
            <th scope="col">{t('退回率')}</th>
            <th scope="col">{t('驳回率')}</th>
            <th scope="col">{t('逾期率')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <tr key={line.label}>
              <td>{line.label}</td>
              <td>{formatNumber(line.count)}</td>
              <td>{minutesWords(line.medianMin)}</td>
              <td>{minutesWords(line.p90Min)}</td>
              <td>{share(line.returned, line.count)}</td>
              <td>{share(line.rejected, line.count)}</td>
              <td className={line.overdue ? 'cases-due-late' : undefined}>{share(line.overdue, line.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
