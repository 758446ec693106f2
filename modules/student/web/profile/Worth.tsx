import { Link } from 'react-router'
import { t } from '#web/i18n/index.ts'
import { formatDate } from '#web/values/format.ts'
import style from './profile.module.css'
import { dayOf, type Profile } from './useProfile.ts'

/** 值得看一眼: hints for this student with links to their source. Hidden if there are none. */
export function Worth({ of }: { of: Profile }) {
  const { notable } = of
  if (!notable.length) return null
  return (
    <section className={style.worth} aria-label={t('值得看一眼')}>
      <header>
        <b>{t('值得看一眼')}</b>
        <small>{t('{{n}} 条提示', { n: notable.length })}</small>
      </header>
      <ul>
        {notable.map(n => (
          <li key={`${n.part} ${n.title}`}>
            <b>{n.title}</b>
            <small>
              {n.at ? <span>{formatDate(dayOf(n.at))}</span> : null}
              {n.link ? <Link to={n.link}>{t('查看依据')}</Link> : null}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
