import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/values/format.ts'
import { DEFAULT_SIZE, type ListState, PAGE_SIZES } from './query.ts'

type Paging = Pick<ListState, 'page' | 'size'>

/** 第 1–20 条，共 412 条; 10,000+ if the count was capped. */
export const rangeText = (page: number, size: number, total: number, hasMore = false): string =>
  t('第 {{from}}–{{to}} 条，共 {{total}} 条', {
    from: formatNumber((page - 1) * size + 1),
    to: formatNumber(Math.min(total, page * size)),
    total: `${formatNumber(total)}${hasMore ? '+' : ''}`,
  })

/** Page numbers to show: both ends and the neighbours of the current page, `undefined` for a gap. */
export function pageNumbers(page: number, last: number): Array<number | undefined> {
  const near = Math.min(Math.max(page, 4), Math.max(last - 3, 1))
  const wanted = [1, near - 2, near - 1, near, near + 1, near + 2, last]
  const numbers = [...new Set(wanted)].filter(n => n >= 1 && n <= last).sort((a, b) => a - b)
  return numbers.flatMap((n, at) => (at && n - (numbers[at - 1] as number) > 1 ? [undefined, n] : [n]))
}
/** Rows a phone shows before it turns pages. */
const MOST_ON_PHONE = 200
/** Phones: further rows are added at the end; the address keeps how many. */
function More({ state, total, hasMore, onChange }: Required<PagerProps>) {
  const shown = Math.min(total, state.size)
  return (
    <div className="ql-pager ql-show-more">
      <span role="status">{t('显示 {{shown}} 条，共 {{total}} 条', { shown: formatNumber(shown), total: `${formatNumber(total)}${hasMore ? '+' : ''}` })}</span>
      {shown < total ? (
        <button type="button" onClick={() => onChange({ page: 1, size: Math.min(MOST_ON_PHONE, state.size + DEFAULT_SIZE) })}>
          {t('再显示 {{n}} 条', { n: Math.min(DEFAULT_SIZE, total - shown, MOST_ON_PHONE - shown) })}
        </button>
      ) : null}
    </div>
  )
}
interface PagerProps {
  state: Paging
  total: number
  hasMore?: boolean
  onChange: (part: Partial<Paging>) => void
}
/** Pagination, always visible; nothing if there is a single page. */
export function Pager({ state, total, hasMore, onChange }: PagerProps) {
  const narrow = useNarrow()
  if (!total) return null
  if (narrow && state.page === 1 && state.size < MOST_ON_PHONE) return <More state={state} total={total} hasMore={hasMore ?? false} onChange={onChange} />
  const last = Math.ceil(total / state.size)
  const sizes = [...new Set([...PAGE_SIZES, state.size])].sort((a, b) => a - b)
  const turn = (page: number, name: string, Icon: typeof ChevronLeft) => (
    <button type="button" aria-label={name} title={name} disabled={page < 1 || page > last} onClick={() => onChange({ page })}>
      <Icon size={16} />
    </button>
  )
  return (
    <div className="ql-pager">
      <span role="status" title={hasMore ? t('只数到 {{total}} 条，加上条件可以找得更准', { total: formatNumber(total) }) : undefined}>
        {rangeText(state.page, state.size, total, hasMore)}
      </span>
      <nav aria-label={t('分页')}>
        {turn(state.page - 1, t('上一页'), ChevronLeft)}
        {narrow ? <span>{`${state.page} / ${last}`}</span> : <Numbers page={state.page} last={last} onTurn={page => onChange({ page })} />}
        {turn(state.page + 1, t('下一页'), ChevronRight)}
        {narrow ? null : (
          <select aria-label={t('每页条数')} value={state.size} onChange={event => onChange({ size: Number(event.target.value), page: 1 })}>
            {sizes.map(size => (
              <option key={size} value={size}>
                {t('{{size}} 条/页', { size })}
              </option>
            ))}
          </select>
        )}
      </nav>
    </div>
  )
}
const Numbers = ({ page, last, onTurn }: { page: number; last: number; onTurn: (page: number) => void }) =>
  pageNumbers(page, last).map((n, at) =>
    n === undefined ? (
      <span key={`gap ${at < 3 ? 'before' : 'after'}`} aria-hidden="true">
        …
      </span>
    ) : (
      <button key={n} type="button" aria-current={n === page ? 'page' : undefined} onClick={() => onTurn(n)}>
        {n}
      </button>
    ),
  )
