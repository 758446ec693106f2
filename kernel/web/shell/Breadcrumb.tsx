import { ChevronRight } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { t } from '#web/i18n/index.ts'
import type { Screen } from '#web/session/menu.ts'
import { isHome, normalPath } from './match.ts'
import style from './shell.module.css'

/** Home, the titles of the screen's ancestors, its own. */
export default function Breadcrumb({ screen }: { screen: Screen | undefined }) {
  const { pathname } = useLocation()
  const path = normalPath(pathname)
  const above = screen && !isHome(path) ? [...screen.trail, screen.meta.title] : []
  return (
    <nav className={style.crumbs} aria-label={t('所在位置')}>
      <ol>
        <li>{above.length ? <Link to="/index">{t('工作台')}</Link> : <span aria-current="page">{t('工作台')}</span>}</li>
        {above.map((title, i) => (
          // titles may repeat, paths do not
          <li key={above.slice(0, i + 1).join('/')}>
            <ChevronRight size={14} strokeWidth={1.75} aria-hidden="true" />
            <span aria-current={i === above.length - 1 ? 'page' : undefined}>{title}</span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
