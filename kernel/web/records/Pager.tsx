import { Pagination } from 'antd'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from './format.ts'
import { type ListState, PAGE_SIZES } from './query.ts'

type Paging = Pick<ListState, 'page' | 'size'>

/** 第 1–20 条，共 412 条; 10,000+ where there are more than were counted. */
export const rangeText = (page: number, size: number, total: number, hasMore = false): string =>
  t('第 {{from}}–{{to}} 条，共 {{total}} 条', {
    from: formatNumber((page - 1) * size + 1),
    to: formatNumber(Math.min(total, page * size)),
    total: `${formatNumber(total)}${hasMore ? '+' : ''}`,
  })

/** Foot of a list, always in sight; nothing where there is nothing to turn over. */
export function Pager({ state, total, hasMore, onChange }: { state: Paging; total: number; hasMore?: boolean; onChange: (part: Partial<Paging>) => void }) {
  const narrow = useNarrow()
  if (!total) return null
  const sizes = [...new Set([...PAGE_SIZES, state.size])].sort((a, b) => a - b)
  return (
    <div className="ql-pager">
      <span role="status" title={hasMore ? t('只数到 {{total}} 条，加上条件可以找得更准', { total: formatNumber(total) }) : undefined}>
        {rangeText(state.page, state.size, total, hasMore)}
      </span>
      <Pagination
        current={state.page}
        pageSize={state.size}
        total={total}
        size={narrow ? 'small' : 'medium'}
        simple={narrow ? { readOnly: true } : false}
        showSizeChanger={!narrow}
        pageSizeOptions={sizes}
        onChange={(page, size) => onChange(size === state.size ? { page } : { size, page: 1 })}
      />
    </div>
  )
}
