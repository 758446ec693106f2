import { Link } from 'react-router'
import type { OutputOf } from '#model'
import widgetStyle from '#web/desk/widget.module.css'
import { Loading } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatNumber } from '#web/values/format.ts'
import { figures } from '../../model/layout.ts'
import style from '../home/home.module.css'

type Figure = OutputOf<typeof figures>
const MOST = 6

/** Figures of the user's roles in one strip; each opens its list. */
export default function FiguresWidget() {
  const read = useRead(figures, {})
  if (read.error && !read.data) return <Loading of={read} />
  return (
    <section className={classes(widgetStyle.widget, style.figures)} aria-label={t('角色数字')}>
      {(read.data ?? []).slice(0, MOST).map(figure => (
        <Cell key={figure.code} figure={figure} />
      ))}
    </section>
  )
}
function Cell({ figure }: { figure: Figure }) {
  const parts = figure.parts.filter(p => p.value)
  const content = (
    <>
      <small>{figure.label}</small>
      <Row as="span" className={style.number}>
        <b data-due={figure.tone === 'late' ? 'late' : undefined}>{formatNumber(figure.value)}</b>
        {parts.length ? <Parts parts={parts} whole={figure.value} /> : <small>{figure.note ?? figure.unit}</small>}
      </Row>
    </>
  )
  const className = parts.length ? style.wide : undefined
  return figure.link ? (
    <Link to={figure.link} className={className}>
      {content}
    </Link>
  ) : (
    <div className={className}>{content}</div>
  )
}
const COLOURS = ['var(--ql-qing)', 'var(--ql-blue)', 'var(--ql-ochre)', 'var(--ql-ink4)']
const Parts = ({ parts, whole }: { parts: Figure['parts']; whole: number }) => (
  <span className={style.parts}>
    <i>
      {parts.map((p, i) => (
        <em key={p.label} style={{ width: `${Math.max(2, (p.value * 100) / whole)}%`, background: COLOURS[i % COLOURS.length] }} />
      ))}
    </i>
    <small>
      {parts.map(p => (
        <span key={p.label}>{t('{{label}} {{n}}', { label: p.label, n: formatNumber(p.value) })}</span>
      ))}
    </small>
  </span>
)
