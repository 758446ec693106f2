import { Button } from 'antd'
import { CircleCheck, CircleSlash } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { useWhenChanged } from '#web/base/useWhenChanged.ts'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { PageTitle } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { todoStanding } from '../model/todo.ts'
import style from './desk.module.css'
import { type Todo, useOpenTodo } from './useTodos.ts'

/** Target of message links: redirects to the matter while open, else shows how it ended, by whom and when. */
export default function TodoStandingPage() {
  const { bizType = '', bizId = '' } = useParams()
  const read = useRead(todoStanding, { bizType, bizId })
  const { data } = read
  const open = useOpenTodo()
  const isOpen = data?.state === 'open'
  // redirect once, when the response arrives
  useWhenChanged(isOpen, () => {
    if (data && isOpen) open(data)
  })
  if (!data || isOpen) return <Loading of={read} lines={6} failed={t('这件事不在你的待办里')} />
  return <Ended todo={data} />
}
function Ended({ todo }: { todo: Todo }) {
  const navigate = useNavigate()
  const Icon = todo.state === 'done' ? CircleCheck : CircleSlash
  return (
    <Sheet className={style.ended} role="status">
      <Icon size={36} strokeWidth={1.5} aria-hidden="true" className={todo.state === 'done' ? style.good : style.quiet} />
      <PageTitle>{endText(todo)}</PageTitle>
      <p>{todo.title}</p>
      {todo.result ? <p className={style.quiet}>{t('结果：{{result}}', { result: todo.result })}</p> : null}
      <Button onClick={() => navigate('/personal/usertodo')}>{t('看我的待办')}</Button>
    </Sheet>
  )
}
/** 已由 王老师 于 10:02 处理. */
export function endText(todo: Pick<Todo, 'state' | 'doneAt' | 'doneByName'>): string {
  const time = todo.doneAt ? formatDatetime(todo.doneAt) : '—'
  if (todo.state === 'cancelled') return t('这件事已经取消，{{time}}', { time })
  if (todo.state === 'transferred') return t('这件事已转给别人，{{time}}', { time })
  return todo.doneByName ? t('已由 {{who}} 于 {{time}} 处理', { who: todo.doneByName, time }) : t('已于 {{time}} 处理', { time })
}
