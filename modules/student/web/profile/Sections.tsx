import { Lock } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { Link } from 'react-router'
import { Bars } from '#web/feedback/Empty.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { formatDate, formatNumber } from '#web/values/format.ts'
import { openProfilePart } from '../../model/profile.ts'
import style from './profile.module.css'
import type { Profile, ProfileContent, ProfileSection } from './useProfile.ts'

const DAY = /^\d{4}-\d\d-\d\d$/
/** Sections with something to say, and closed ones, which do not show whether they have (30-SP1). */
export const shownSections = ({ sections }: Profile): ProfileSection[] =>
  sections.filter(s => s.isClosed || (s.error && !s.data) || Boolean(s.data?.lines.length || s.data?.numbers.length))

/** What the modules know of the student, a section each. */
export function Sections({ of, id }: { of: Profile; id: string }) {
  return (
    <div className={style.sections}>
      {shownSections(of).map(section => (
        <section key={section.code} aria-label={section.label}>
          <header>
            <h3>{section.label}</h3>
            {section.list ? <Link to={section.list}>{t('全部记录')}</Link> : null}
          </header>
          {section.isClosed ? <Closed section={section} id={id} /> : section.data ? <Content of={section.data} /> : <p role="status">{t('暂时取不到')}</p>}
        </section>
      ))}
      {of.isLoading ? <Bars lines={4} /> : null}
    </div>
  )
}
/** 30-SP2: opened with a reason, which is audited. */
function Closed({ section, id }: { section: ProfileSection; id: string }) {
  const [data, setData] = useState<ProfileContent>()
  if (data) return data.lines.length ? <Content of={data} /> : <p>{t('没有记录')}</p>
  return (
    <div className={style.closed}>
      <Lock size={16} aria-hidden="true" />
      <span>{t('敏感信息，查看后会记下你的姓名、时间和原因')}</span>
      <FormButton of={openProfilePart} input={{ id, part: section.code }} title={section.label} done={false} onDone={setData}>
        {t('查看')}
      </FormButton>
    </div>
  )
}
const Content = ({ of: { numbers, lines } }: { of: ProfileContent }) => (
  <dl className={style.lines}>
    {numbers.map(n => (n ? <Compared key={n.label} label={n.label} value={n.value} unit={n.unit ?? null} average={n.average ?? null} /> : null))}
    {lines.map(line =>
      line ? (
        <div key={`${line.label} ${line.value}`}>
          <dt>{DAY.test(line.label) ? formatDate(line.label) : line.label}</dt>
          <dd data-tone={line.tone ?? undefined}>{DAY.test(line.value) ? formatDate(line.value) : line.value}</dd>
        </div>
      ) : null,
    )}
  </dl>
)
interface ComparedProps {
  label: string
  value: number
  unit: string | null
  average: number | null
}
/** A number beside the average of the class; without one, the class is too small to tell. */
export function Compared({ label, value, unit, average }: ComparedProps) {
  const most = Math.max(value, average ?? 0) * 1.2 || 1
  const scale = { '--of-value': `${(value / most) * 100}%`, '--of-average': `${((average ?? 0) / most) * 100}%` } as CSSProperties
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {formatNumber(value)} {unit}
        {average === null ? null : (
          <>
            <i className={style.bar} style={scale} aria-hidden="true" />
            <small>{t('班级平均 {{n}}', { n: formatNumber(average) })}</small>
          </>
        )}
      </dd>
    </div>
  )
}
