import { Check, Clock, Send, Undo2, UserRound, X } from 'lucide-react'
import { fileLink } from '#web/files/links.ts'
import { t } from '#web/i18n/index.ts'
import { Avatar } from '#web/theme/Avatar.tsx'
import { formatDuration } from '#web/values/duration.ts'
import { formatDatetime } from '#web/values/format.ts'
import { minutesWords } from '../../../flows/web/public/labels.ts'
import { LOG_ACTIONS } from '../../model/instance.ts'
import style from './case.module.css'
import type { CaseTask } from './types.ts'

type Tone = 'passed' | 'current' | 'returned' | 'rejected' | 'quiet'
const ICONS = { passed: Check, current: Clock, returned: Undo2, rejected: X } as const

/** Avatar with the person's action as a badge. */
export function Mark({ name, photo, tone }: { name: string; photo: string | null; tone: Tone }) {
  const Icon = tone === 'quiet' ? undefined : ICONS[tone]
  return (
    <span className={style.mark}>
      <Avatar name={name} src={photo} size={36} />
      {Icon ? (
        <i className={style.badge} data-tone={tone}>
          <Icon size={10} strokeWidth={3} aria-hidden="true" />
        </i>
      ) : null}
    </span>
  )
}
function toneOf(task: CaseTask): Tone {
  if (task.state === 'todo' || task.state === 'delegated') return 'current'
  if (task.action === 'return') return 'returned'
  if (task.action === 'reject' || task.action === 'autoReject') return 'rejected'
  return task.state === 'done' ? 'passed' : 'quiet'
}
const ADDED = { before: '前加签', after: '后加签', beside: '并加签', delegate: '委派' } as const

/** Right of the name: elapsed time, or when it was done. */
function timeText(task: CaseTask): string {
  if (task.state === 'todo') return t('已等 {{span}}', { span: formatDuration(Date.now() - Date.parse(task.arrivedAt)) })
  return task.actedAt ? formatDatetime(task.actedAt) : ''
}
/** Result of the task, or its deadline. */
function saidOf(task: CaseTask, isMine: boolean): string {
  if (task.state === 'todo') {
    const due = task.dueAt ? t('请在 {{time}} 前处理', { time: formatDatetime(task.dueAt) }) : ''
    const urged = task.urgedCount ? t('已催办 {{n}} 次', { n: task.urgedCount }) : ''
    return [due && !isMine ? t('期限 {{time}}', { time: formatDatetime(task.dueAt ?? '') }) : due, urged].filter(Boolean).join(t('，'))
  }
  if (task.state === 'delegated') return t('已请人给出意见，等回复')
  if (task.state === 'waiting') return t('还没轮到')
  if (task.state === 'skipped') return task.actedByName ? t('{{name}} 已处理，不用再办', { name: task.actedByName }) : t('不用再办')
  if (task.state === 'cancelled') return t('已取消')
  const did = task.action ? t(LOG_ACTIONS[task.action]) : t('已办')
  const spent = task.state === 'done' && task.waitedMin ? t('，用时 {{span}}（工作时间）', { span: minutesWords(task.waitedMin) }) : ''
  const by = task.actedByName ? t('{{who}} 代 {{whom}} ', { who: task.actedByName, whom: task.person.name }) : ''
  return `${by}${did}${spent}`
}
/** One person at a step. */
export function PersonStep({ task, step, isMine }: { task: CaseTask; step: string; isMine: boolean }) {
  const { person } = task
  const isLate = task.state === 'todo' && task.dueAt !== null && Date.parse(task.dueAt) < Date.now()
  const roles = [person.role ?? step, task.addedAs ? t(ADDED[task.addedAs]) : ''].filter(Boolean).join(' · ')
  const said = saidOf(task, isMine)
  return (
    <div className={isMine ? `${style.person} ${style.mine}` : style.person}>
      <Mark name={person.name} photo={person.photo && fileLink(person.photo)} tone={toneOf(task)} />
      <div>
        <p>
          <b>{isMine && !task.actedByName ? t('你') : person.name}</b>
          <small>{roles}</small>
          <time className={isLate ? style.late : task.state === 'todo' ? style.waits : undefined}>{isLate ? t('已逾期') : timeText(task)}</time>
        </p>
        {said ? <p className={toneOf(task) === 'rejected' ? `${style.said} ql-danger` : style.said}>{said}</p> : null}
        {task.opinion ? <blockquote>{task.opinion}</blockquote> : null}
        {task.signature ? <img className={style.signature} src={fileLink(task.signature)} alt={t('{{name}} 的签名', { name: task.actedByName ?? person.name })} /> : null}
      </div>
    </div>
  )
}
/** A step that has not been reached. */
export function AheadStep({ name, people, why, usual, isCopy }: { name: string; people: string | null; why: string | null; usual: string; isCopy: boolean }) {
  const Icon = isCopy ? Send : UserRound
  return (
    <li className={style.visit}>
      <div className={style.person}>
        <span className={`${style.mark} ${style.unknown}`}>
          <Icon size={16} aria-hidden="true" />
        </span>
        <div>
          <p>
            <b>{people || name}</b>
            <small>{[people ? name : '', usual].filter(Boolean).join(t('，'))}</small>
          </p>
          {why ? <p className={style.said}>{why}</p> : null}
        </div>
      </div>
    </li>
  )
}
