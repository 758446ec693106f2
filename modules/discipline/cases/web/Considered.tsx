import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { considerPunishment } from '../model/case-actions.ts'
import { LEVELS } from '../model/levels.ts'

/** What speaks for a level: the articles, punishments in force, cases of the same day, what it would block, and what was decided alike. */
export function Considered({ id }: { id: string }) {
  const read = useRead(considerPunishment, { id })
  return (
    <Sheet title={t('处理参考')}>
      <Loaded of={read}>
        {data => (
          <ul>
            <li>{t('条款幅度：{{min}}至{{max}}', { min: t(LEVELS[data.minLevel]), max: t(LEVELS[data.maxLevel]) })}</li>
            {data.priors.map(p => (
              <li key={p.caseNo}>{t('处分期内又违纪：{{caseNo}} {{level}}，到 {{date}}', { caseNo: p.caseNo, level: t(p.level), date: p.until ? formatDate(p.until) : '—' })}</li>
            ))}
            {data.sameDay.length ? <li>{t('同日同类案件 {{others}}：同一事实只处分一次', { others: data.sameDay.join('、') })}</li> : null}
            {data.suggestedLevel ? <li>{t('建议{{level}}，处分期 {{months}} 个月', { level: t(LEVELS[data.suggestedLevel]), months: data.months ?? '—' })}</li> : null}
            {data.blocks.map(block => (
              <li key={block}>{data.until ? t('{{block}}，到 {{date}}', { block: t(block ?? ''), date: formatDate(data.until) }) : t(block ?? '')}</li>
            ))}
            {data.similar.map(s => (
              <li key={`${s.year}${s.level}`}>{t('{{year}} 年类似案件 {{n}} 人次{{level}}', { year: s.year, n: s.count, level: t(LEVELS[s.level]) })}</li>
            ))}
          </ul>
        )}
      </Loaded>
    </Sheet>
  )
}
