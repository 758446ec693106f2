import { t } from '#web/i18n/index.ts'
import { chooseTheme, type ThemeConfiguration } from '#web/theme/config.ts'
import style from './drawer.module.css'

type Layout = ThemeConfiguration['layout']
const names = (): ReadonlyArray<readonly [Layout, string]> => [
  ['transverse', t('横向')],
  ['defaults', t('侧栏')],
  ['classic', t('经典')],
  ['columns', t('分栏')],
]
/** The four layouts as thumbnails. */
export const LayoutChoice = ({ value }: { value: Layout }) => (
  <div className={style.layouts}>
    {names().map(([layout, name]) => (
      <button key={layout} type="button" aria-pressed={layout === value} onClick={() => chooseTheme({ layout })}>
        <Picture layout={layout} />
        {name}
      </button>
    ))}
  </div>
)
function Picture({ layout }: { layout: Layout }) {
  const left = { transverse: 0, defaults: 16, classic: 16, columns: 22 }[layout]
  const isTall = layout === 'defaults' || layout === 'columns'
  return (
    <svg viewBox="0 0 72 48" aria-hidden="true">
      <rect width="72" height="48" rx="4" fill="var(--ql-fill2)" />
      <path d={isTall ? `M${left} 0H72V9H${left}z` : 'M0 0H72V9H0z'} fill="var(--ql-top)" />
      {left > 0 && <rect y={isTall ? 0 : 9} width={layout === 'columns' ? 9 : left} height={isTall ? 48 : 39} fill="var(--ql-menu)" />}
      {layout === 'columns' && <rect x="9" width="13" height="48" fill="var(--ql-menu)" opacity=".72" />}
      {layout === 'transverse' && <path d="M16 3.500h9v2h-9zM28 3.500h9v2h-9zM40 3.500h9v2h-9z" fill="var(--ql-ink4)" />}
      <rect x={left + 5} y="14" width={62 - left} height="29" rx="3" fill="var(--ql-sheet)" />
    </svg>
  )
}
