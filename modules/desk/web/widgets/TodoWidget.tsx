import { Button } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { WidgetFrame } from '#web/desk/WidgetFrame.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { NoData } from '#web/feedback/NoData.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { dueText } from '#web/values/due.ts'
import { formatNumber } from '#web/values/format.ts'
import deskStyle from '../desk.module.css'
import { groupsOf, verbOf } from '../home/groups.ts'
import style from '../home/home.module.css'
import { KindTile } from '../home/kinds.tsx'
import { type Todo, useOpenTodo, useTodos } from '../useTodos.ts'

const MOST = 30
const MOST_ON_PHONES = 3
const ALL = '/personal/usertodo'

/** Open todos, most urgent first; only the focused row has a primary button. */
export default function TodoWidget() {
  const isNarrow = useNarrow()
  const read = useTodos({ sort: 'due', size: MOST })
  const { data } = read
  const total = data?.page.total ?? 0
  const hint = (
    <>
      {t('按紧急程度排列，办完自动消失')}
      <span className={style.keys} aria-hidden="true">
        <kbd>J</kbd>
        <kbd>K</kbd>
        {t('上下移动')}
        <kbd>↵</kbd>
        {t('打开')}
      </span>
    </>
  )
  return (
    <WidgetFrame className={style.todo} title={isNarrow ? t('今天要办') : t('待办')} hint={hint} more={{ to: ALL, label: t('全部 {{n}} 件', { n: formatNumber(total) }) }}>
      {data ? null : <Loading of={read} lines={6} failed={t('待办暂时取不到')} />}
      {data && !total ? <NoData text={t('没有要办的事')} /> : null}
      {total ? isNarrow ? <Few todos={data?.result.slice(0, MOST_ON_PHONES) ?? []} /> : <Groups todos={data?.result ?? []} /> : null}
    </WidgetFrame>
  )
}
function Few({ todos }: { todos: readonly Todo[] }) {
  const open = useOpenTodo()
  return (
    <ul className={style.few}>
      {todos.map((todo, i) => {
        const due = dueText(todo)
        return (
          <li key={todo.id}>
            <KindTile todo={todo} size={44} />
            <span>
              <b>{todo.title}</b>
              <small data-due={due.tone}>{due.text}</small>
            </span>
            <Button shape="round" type={i === 0 ? 'primary' : 'default'} className={classes(i === 0 ? '' : deskStyle.soft)} onClick={() => open(todo)}>
              {verbOf(todo)}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
function Groups({ todos }: { todos: readonly Todo[] }) {
  const open = useOpenTodo()
  const groups = groupsOf(todos)
  const order = groups.flatMap(group => group.todos)
  const [at, setAt] = useState<string>()
  const current = order.find(todo => todo.id === at) ?? order[0]
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key]
    if (!step || !current) return
    event.preventDefault()
    const next = order[Math.min(Math.max(order.indexOf(current) + step, 0), order.length - 1)]
    setAt(next?.id)
    const place = event.currentTarget
    requestAnimationFrame(() => place.querySelector<HTMLElement>('[data-current] .ant-btn')?.focus())
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: J and K move between the buttons inside, which are reached by Tab as well
    <div onKeyDown={onKeyDown}>
      {groups.map(group => (
        <div key={group.key} className={group.isUrgent ? `${style.group} ${style.urgent}` : style.group}>
          <h3>
            {group.title}
            <small>{t('{{n}} 件', { n: group.todos.length })}</small>
          </h3>
          <ul>
            {group.todos.map(todo => (
              <Row key={todo.id} todo={todo} isCurrent={todo === current} onPoint={() => setAt(todo.id)} onOpen={() => open(todo)} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
function Row({ todo, isCurrent, onPoint, onOpen }: { todo: Todo; isCurrent: boolean; onPoint: () => void; onOpen: () => void }) {
  const due = dueText(todo)
  return (
    <li className={style.row} data-todo={todo.id} data-current={isCurrent || undefined} onPointerEnter={onPoint}>
      <KindTile todo={todo} />
      <span className={style.who}>
        <b>{todo.applicantName ?? todo.bizTypeName}</b>
        <small>{todo.applicantName ? todo.bizTypeName : (todo.node ?? '')}</small>
      </span>
      <span className={style.what}>
        <b>{todo.title}</b>
        {todo.summary ? <small>{todo.summary}</small> : null}
      </span>
      <span className={style.due} data-due={due.tone}>
        {due.text}
      </span>
      <Button
        type={isCurrent ? 'primary' : 'default'}
        className={classes(isCurrent ? '' : deskStyle.soft)}
        onClick={onOpen}
        onFocus={onPoint}
        aria-label={t('{{verb}}：{{title}}', { verb: verbOf(todo), title: todo.title })}
      >
        {verbOf(todo)}
      </Button>
    </li>
  )
}
