import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { WidgetFrame } from '#web/desk/WidgetFrame.tsx'
import { allOf, Loading } from '#web/feedback/Loaded.tsx'
import { NoData } from '#web/feedback/NoData.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { useRead } from '#web/records/useRead.ts'
import { Avatar } from '#web/theme/Avatar.tsx'
import { type DueTone, dueText } from '#web/values/due.ts'
import { formatDatetime, formatNumber } from '#web/values/format.ts'
import { todoTypes } from '../../model/todo.ts'
import deskStyle from '../desk.module.css'
import { groupsOf, type TodoGroup, verbOf } from '../home/groups.ts'
import style from '../home/home.module.css'
import { KindTile } from '../home/kinds.tsx'
import { StepList } from '../home/StepList.tsx'
import { useOpenTodo, useTodos } from '../useTodos.ts'

const MOST = 30
const MOST_ON_PHONES = 3
const ALL = '/personal/usertodo'

/** Open todos, most urgent first, alike approvals as one line; only the focused row has a primary button. */
export default function TodoWidget() {
  const isNarrow = useNarrow()
  // apart, so that many approvals, drawn as a few lines, push nothing else out
  const read = allOf([useTodos({ sort: 'urgency', size: MOST, without: 'approval' }), useTodos({ sort: 'urgency', size: MOST, kind: 'approval' }), useApprovals()])
  const [others, decisions, approvals] = read.data ?? []
  const todos = [...(others?.result ?? []), ...(decisions?.result ?? [])]
  const total = (others?.page.total ?? 0) + (decisions?.page.total ?? 0)
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
      <Link to="/personal/day">{t('按学生看今日')}</Link>
    </>
  )
  const groups = groupsOf(todos, approvals ?? [])
  return (
    <WidgetFrame bodyClass={style.todo} title={isNarrow ? t('今天要办') : t('待办')} hint={hint} more={{ to: ALL, label: t('全部 {{n}} 件', { n: formatNumber(total) }) }}>
      {read.data ? null : (
        <div className={style.waiting}>
          <Loading of={read} lines={6} failed={t('待办暂时取不到')} />
        </div>
      )}
      {read.data && !total ? <NoData text={t('没有要办的事')} /> : null}
      {total ? isNarrow ? <Few lines={groups.flatMap(group => group.lines).slice(0, MOST_ON_PHONES)} /> : <Groups groups={groups} /> : null}
    </WidgetFrame>
  )
}
const useApprovals = () => useRead(todoTypes, { kind: 'approval' }, { follows: 'todo', keeps: true })
/** What a line says and does, be it one todo or several. */
interface Line {
  id: string
  tile: ReactNode
  /** Applicant, or the kind of a thing nobody applied for. */
  who: string
  isAbout: boolean
  kind: string
  what: string
  note: string
  due: { text: string; tone: DueTone }
  verb: string
  open: () => void
}
function useLine(): (line: TodoGroup['lines'][number]) => Line {
  const openTodo = useOpenTodo()
  const navigate = useNavigate()
  return ({ todo, bundle }) => {
    if (todo)
      return {
        id: todo.id,
        tile: todo.applicantName ? <Avatar name={todo.applicantName} size={32} /> : <KindTile todo={todo} />,
        who: todo.applicantName ?? todo.bizTypeName,
        isAbout: todo.applicantName !== null,
        kind: todo.applicantName ? todo.bizTypeName : (todo.node ?? ''),
        what: todo.title,
        note: todo.summary ?? '',
        due: dueText(todo),
        verb: verbOf(todo),
        open: () => openTodo(todo),
      }
    const waited = dueText({ dueAt: null, arrivedAt: bundle.oldestAt })
    return {
      id: bundle.bizType,
      tile: <KindTile todo={{ kind: 'approval', isOverdue: bundle.overdue > 0 }} />,
      who: bundle.name,
      isAbout: false,
      kind: t('{{n}} 件', { n: formatNumber(bundle.count) }),
      what: t('{{name}}待审批 {{n}} 件', { name: bundle.name, n: formatNumber(bundle.count) }),
      note: t('最早 {{time}} 提交', { time: formatDatetime(bundle.oldestAt) }),
      due: bundle.overdue ? { text: t('{{n}} 件逾期', { n: formatNumber(bundle.overdue) }), tone: 'late' } : waited,
      verb: t('批量审批'),
      open: () => navigate(bundle.link ?? `${ALL}?${new URLSearchParams({ kind: 'approval', bizType: bundle.bizType })}`),
    }
  }
}
function Few({ lines }: { lines: TodoGroup['lines'] }) {
  const lineOf = useLine()
  return (
    <ul className={style.few}>
      {lines.map(lineOf).map(({ id, tile, who, isAbout, what, due, verb, open }, i) => (
        <li key={id}>
          {tile}
          <span>
            <b>{isAbout && !what.includes(who) ? t('{{who}}：{{what}}', { who, what }) : what}</b>
            <small data-due={due.tone}>{due.text}</small>
          </span>
          <Button shape="round" type={i === 0 ? 'primary' : 'default'} className={classes(i === 0 ? '' : deskStyle.soft)} onClick={open}>
            {verb}
          </Button>
        </li>
      ))}
    </ul>
  )
}
function Groups({ groups }: { groups: readonly TodoGroup[] }) {
  const lineOf = useLine()
  const order = groups.flatMap(group => group.lines).map(line => lineOf(line).id)
  return (
    <StepList order={order}>
      {(current, point) =>
        groups.map(group => (
          <div key={group.key} className={group.isUrgent ? `${style.group} ${style.urgent}` : style.group}>
            <h3>
              {group.title}
              <small>{t('{{n}} 件', { n: formatNumber(group.count) })}</small>
            </h3>
            <ul>
              {group.lines.map(lineOf).map(line => (
                <Row key={line.id} line={line} isCurrent={line.id === current} onPoint={() => point(line.id)} />
              ))}
            </ul>
          </div>
        ))
      }
    </StepList>
  )
}
function Row({ line: { id, tile, who, kind, what, note, due, verb, open }, isCurrent, onPoint }: { line: Line; isCurrent: boolean; onPoint: () => void }) {
  return (
    <li className={style.row} data-todo={id} data-current={isCurrent || undefined} onPointerEnter={onPoint}>
      {tile}
      <span className={style.who}>
        <b>{who}</b>
        <small>{kind}</small>
      </span>
      <span className={style.what}>
        <b>{what}</b>
        {note ? <small>{note}</small> : null}
      </span>
      <span className={style.due} data-due={due.tone}>
        {due.text}
      </span>
      <Button
        type={isCurrent ? 'primary' : 'default'}
        className={classes(isCurrent ? '' : deskStyle.soft)}
        onClick={open}
        onFocus={onPoint}
        aria-label={t('{{verb}}：{{title}}', { verb, title: what })}
      >
        {verb}
      </Button>
    </li>
  )
}
