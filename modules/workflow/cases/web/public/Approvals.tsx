import { Segmented } from 'antd'
import { useRef } from 'react'
import { Link } from 'react-router'
import { Empty, NothingFound } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { BatchBar } from '#web/records/BatchBar.tsx'
import { ListFrame, Refetching } from '#web/records/frames.tsx'
import { Pager } from '#web/records/Pager.tsx'
import { useFillHeight } from '#web/records/useFillHeight.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { type Selection, useSelection } from '#web/records/useSelection.ts'
import { useTableKeys } from '#web/records/useTableKeys.ts'
import { formatNumber } from '#web/values/format.ts'
import { myCaseCounts, myCases } from '../../model/my-cases.ts'
import { ApprovalFilters } from '../approvals/ApprovalFilters.tsx'
import { ApprovalList } from '../approvals/ApprovalList.tsx'
import { askedOf, FILTERS, type ItemRow, rowsOf, TABS, tabOf } from '../approvals/asked.ts'
import { BatchActs } from '../approvals/BatchActs.tsx'
import { conditionsIn, noneOf } from './CaseFilters.tsx'
import '#web/records/records.css'
import { pagingPart } from '#web/records/paging.ts'
import style from './cases.module.css'

/** 我的审批: open and decided tasks, own applications and copies. */
export default function ApprovalPage() {
  const [params, , put] = useOwnParams()
  const tab = tabOf(params)
  const asked = askedOf(params)
  const read = useRead(myCases, asked, { follows: 'todo', keeps: true })
  const rows = rowsOf(read.data?.result ?? [])
  const total = read.data?.page.total ?? 0
  const { current: _current, size: _size, ...search } = asked
  const selection = useSelection<ItemRow>(JSON.stringify(search))
  const conditions = conditionsIn(params, FILTERS)
  const change = (part: Readonly<Record<string, string | null>>) => put({ current: null, ...part })
  const clear = () => change(noneOf(FILTERS))
  const narrow = useNarrow()
  const sheet = useRef<HTMLDivElement>(null)
  useFillHeight(sheet, !narrow)
  useTableKeys(sheet, selection.count ? selection.clear : undefined)
  return (
    <Page
      title={t('我的审批')}
      views={<Views tab={tab} onChange={next => put({ tab: next === 'todo' ? null : next, state: null, current: null })} />}
      actions={<Link to="/personal/usertodo">{t('我的待办')}</Link>}
    >
      <ListFrame ref={sheet}>
        <ApprovalFilters params={params} put={change} conditions={conditions} clear={clear} total={read.data ? total : undefined} />
        {tab === 'todo' && selection.count ? <Chosen selection={selection} asked={asked} total={total} /> : null}
        <Refetching is={read.isFetching && read.data !== undefined} />
        {read.error && !read.data ? <Loading of={read} /> : null}
        {read.data && !rows.length ? conditions ? <NothingFound label={t('申请')} conditions={conditions} onClear={clear} /> : <Empty title={NOTHING[tab]()} /> : null}
        {!read.error && (rows.length || read.isPending) ? (
          <ApprovalList rows={rows} tab={tab} params={params} isLoading={read.isPending} selection={tab === 'todo' ? selection : undefined} />
        ) : null}
        {read.error && !read.data ? null : <Pager state={{ page: asked.current ?? 1, size: asked.size ?? 20 }} total={total} onChange={part => put(pagingPart(part))} />}
      </ListFrame>
    </Page>
  )
}
const NOTHING: Readonly<Record<keyof typeof TABS, () => string>> = {
  todo: () => t('暂无待你审批的申请'),
  done: () => t('还没有审批过申请'),
  started: () => t('还没有发起过申请'),
  cc: () => t('还没有抄送给你的申请'),
}
function Views({ tab, onChange }: { tab: keyof typeof TABS; onChange: (tab: keyof typeof TABS) => void }) {
  const counts = useRead(myCaseCounts, {}, { follows: 'todo' }).data
  const count = { todo: counts?.todo, done: undefined, started: counts?.started, cc: counts?.cc }
  return (
    <Segmented
      value={tab}
      aria-label={t('看哪些申请')}
      options={(Object.keys(TABS) as Array<keyof typeof TABS>).map(value => ({
        value,
        label: (
          <span className={style.view}>
            {t(TABS[value])}
            {count[value] ? <small>{formatNumber(count[value])}</small> : null}
            {value === 'todo' && counts?.overdue ? <em>{t('{{n}} 件逾期', { n: counts.overdue })}</em> : null}
          </span>
        ),
      }))}
      onChange={onChange}
    />
  )
}
function Chosen({ selection, asked, total }: { selection: Selection<ItemRow>; asked: ReturnType<typeof askedOf>; total: number }) {
  return (
    <BatchBar
      selection={selection}
      acts={(rows, clear) => <BatchActs rows={rows} asked={asked} total={total} onSelect={selection.select} onDone={clear} />}
      removeMany={undefined}
    />
  )
}
