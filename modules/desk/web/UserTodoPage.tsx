import { Button } from 'antd'
import { Link } from 'react-router'
import type { InputOf } from '#model'
import { Empty, NothingFound } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { pageAt } from '#web/pages/pages.ts'
import { Cards } from '#web/records/Cards.tsx'
import { ListFrame, Refetching } from '#web/records/frames.tsx'
import { Grid, type GridColumn } from '#web/records/Grid.tsx'
import { Pager } from '#web/records/Pager.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { dueText } from '#web/values/due.ts'
import { formatDuration } from '#web/values/duration.ts'
import { formatDatetime } from '#web/values/format.ts'
import type { myTodos } from '../model/todo.ts'
import { verbOf } from './home/groups.ts'
import { KindTile } from './home/kinds.tsx'
import { TodoFilters } from './TodoFilters.tsx'
import { endText } from './TodoStandingPage.tsx'
import { type Further, furtherTab, TodoTabs } from './TodoTabs.tsx'
import { type Todo, useOpenTodo, useTodos } from './useTodos.ts'
import '#web/records/records.css'
import { pagingOf, pagingPart } from '#web/records/paging.ts'
import style from './desk.module.css'

type Query = InputOf<typeof myTodos>
/** Page for batch approval, if the module is installed. */
const APPROVALS = '/workflow/approvals'
const FILTERS = ['kind', 'bizType', 'due', 'arrivedFrom', 'arrivedTo', 'applicantName', 'keyword', 'archived'] as const

/** 我的待办: what waits for the user and what they handled; beside it the applications of others and their own that the approvals know of. */
export default function UserTodoPage() {
  const [params] = useOwnParams()
  const further = furtherTab(params.get('tab'))
  return further ? <FurtherTab of={further} /> : <Todos />
}
function FurtherTab({ of: { tab, Tab } }: { of: Further }) {
  const [, , put] = useOwnParams()
  return (
    <Page title={t('我的待办')} views={<TodoTabs tab={tab} onChange={next => put({ current: null, tab: next })} />} actions={<OtherPages />}>
      <Tab tab={tab} />
    </Page>
  )
}
const OtherPages = () => (
  <>
    <Link to="/personal/day">{t('今日')}</Link>
    {pageAt(APPROVALS) ? <Link to={APPROVALS}>{t('我的审批')}</Link> : null}
    <Link to="/personal/usermoreapplys">{t('我发起的申请')}</Link>
  </>
)
/** Open and handled todos; filters and page are in the URL. */
function Todos() {
  const [params, , put] = useOwnParams()
  const tab = params.get('tab') === 'done' ? 'done' : 'open'
  const change = (part: Readonly<Record<string, string | null>>) => put({ current: null, ...part })
  const query = queryOf(params, tab)
  const todos = useTodos(query)
  const conditions = FILTERS.filter(name => params.get(name)).length
  const clear = () => change(Object.fromEntries(FILTERS.map(name => [name, null])))
  const rows = todos.data?.result ?? []
  return (
    <Page title={t('我的待办')} views={<TodoTabs tab={tab} onChange={next => change({ tab: next, due: null, archived: null })} />} actions={<OtherPages />}>
      <ListFrame>
        <TodoFilters params={params} tab={tab} change={change} conditions={conditions} clear={clear} total={todos.data?.page.total} />
        <Refetching is={todos.isFetching && todos.data !== undefined} />
        {todos.error && !todos.data ? <Loading of={todos} /> : null}
        {todos.data && !rows.length ? (
          conditions ? (
            <NothingFound label={t('待办')} conditions={conditions} onClear={clear} />
          ) : (
            <Empty title={tab === 'done' ? t('还没有办结的事') : t('没有要办的事')} />
          )
        ) : (
          <List rows={rows} tab={tab} isLoading={todos.isPending} />
        )}
        <Pager state={{ page: query.current ?? 1, size: query.size ?? 20 }} total={todos.data?.page.total ?? 0} onChange={part => put(pagingPart(part))} />
      </ListFrame>
    </Page>
  )
}
function queryOf(params: URLSearchParams, tab: 'open' | 'done'): Query {
  const text = (name: string): string | undefined => params.get(name) ?? undefined
  const sort = text('sort')
  return {
    tab,
    ...Object.fromEntries(FILTERS.flatMap(name => (text(name) ? [[name, name === 'archived' ? true : text(name)]] : []))),
    ...(sort === 'due' || sort === 'arrived' ? { sort } : {}),
    ...pagingOf(params),
  }
}
function List({ rows, tab, isLoading }: { rows: readonly Todo[]; tab: 'open' | 'done'; isLoading: boolean }) {
  const isNarrow = useNarrow()
  const open = useOpenTodo()
  const columns = columnsOf(tab, open)
  const acts = (todo: Todo) => (
    <Button type={tab === 'open' && isNarrow ? 'primary' : 'link'} size={isNarrow ? 'middle' : 'small'} onClick={() => open(todo)}>
      {todo.state === 'open' ? verbOf(todo) : t('查看结果')}
    </Button>
  )
  const shared = { label: t('待办'), rows, isLoading, columns, acts }
  return isNarrow ? (
    <Cards<Todo> {...shared} card={todo => <PhoneCard todo={todo} />} />
  ) : (
    <Grid<Todo> {...shared} actsWidth={96} sort={[]} onSort={() => undefined} onOpen={open} />
  )
}
function PhoneCard({ todo }: { todo: Todo }) {
  const due = dueText(todo)
  return (
    <div className={`${style.title} ${style.phoneCard}`}>
      <KindTile todo={todo} size={40} />
      <span>
        <b>{todo.title}</b>
        {todo.summary ? <small>{todo.summary}</small> : null}
        <small>
          {[todo.applicantName, todo.className, todo.bizTypeName].filter(Boolean).join(' · ')}
          <em data-due={todo.state === 'open' ? due.tone : undefined}>{todo.state === 'open' ? due.text : endText(todo)}</em>
        </small>
      </span>
    </div>
  )
}
function columnsOf(tab: 'open' | 'done', open: (todo: Todo) => void): Array<GridColumn<Todo>> {
  const due = (todo: Todo) => {
    const { text, tone } = dueText(todo)
    return <span data-due={tone}>{todo.dueAt ? text : '—'}</span>
  }
  return [
    {
      key: 'title',
      title: t('事项'),
      width: 320,
      align: 'left',
      cell: todo => (
        <span className={style.title}>
          <KindTile todo={todo} size={28} />
          <span>
            <button type="button" className="ql-link" onClick={() => open(todo)}>
              {todo.title}
            </button>
            {todo.summary ? <small>{todo.summary}</small> : null}
          </span>
        </span>
      ),
    },
    { key: 'applicantName', title: t('申请人'), width: 110, cell: todo => todo.applicantName ?? '—' },
    { key: 'className', title: t('班级'), width: 120, cell: todo => todo.className ?? '—' },
    { key: 'bizType', title: t('类型'), width: 110, cell: todo => todo.bizTypeName },
    { key: 'node', title: t('环节'), width: 110, cell: todo => todo.node ?? '—' },
    { key: 'arrivedAt', title: t('到达'), width: 140, cell: todo => formatDatetime(todo.arrivedAt) },
    ...(tab === 'open'
      ? [
          { key: 'waiting', title: t('已等'), width: 110, cell: (todo: Todo) => formatDuration(Date.now() - Date.parse(todo.arrivedAt)) },
          { key: 'dueAt', title: t('期限'), width: 130, cell: due },
        ]
      : [
          { key: 'doneAt', title: t('办结'), width: 260, cell: (todo: Todo) => endText(todo) },
          { key: 'result', title: t('结果'), width: 110, cell: (todo: Todo) => todo.result ?? '—' },
        ]),
  ]
}
