import { Select } from 'antd'
import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { allOf, Loading } from '#web/feedback/Loaded.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import type { RoundEntity } from '../../../rounds/model/round.ts'
import { getMyTaskSelect, getTaskSelect } from '../../../rounds/model/round-select.ts'
import { RoundTable } from '../../../rounds/web/public/RoundTable.tsx'

const TABS = { board: '统计', list: '名单', rounds: '任务' } as const
interface Heading {
  /** Choice between board, answers and rounds. */
  views: ReactNode
  /** Choice of the round. */
  toolbar: ReactNode
}
interface TaskPageProps<E extends RoundEntity> extends Omit<ComponentProps<typeof RoundTable<E>>, 'title' | 'views'> {
  title: string
  /** Business type of the rounds. */
  processType: string
  /** What the choice of the round is called, and what is said while there is none. */
  round: string
  nothing: string
  /** What its views are called, where they are no statistics, list and tasks. */
  tabs?: Readonly<Record<keyof typeof TABS, string>>
  board: (id: string) => ReactNode
  answers: (id: string, heading: Heading) => ReactNode
}
/** Page of a task for staff: its board, the answers, and the rounds of those who publish them. */
export function TaskPage<E extends RoundEntity>({ title, processType, round, nothing, tabs = TABS, board, answers, ...rounds }: TaskPageProps<E>) {
  const mayPublish = useCan(rounds.actions.publish.permission)
  const shown = useView(tabs, { param: 'tab', may: tab => tab !== 'rounds' || mayPublish })
  const views = <ViewSwitch of={shown} />
  if (shown.view === 'rounds') return <RoundTable<E> title={title} views={views} {...rounds} />
  return <OfRound isList={shown.view === 'list'} views={views} {...{ title, processType, round, nothing, board, answers }} />
}
/** The reader's own rounds and those that concern their students, newest first. */
function useRounds(processType: string) {
  const own = useRead(getTaskSelect, { processType })
  const concerned = useRead(getMyTaskSelect, { processType, isShowFdyTask: '1' })
  const rounds = useMemo(() => {
    const all = [...(own.data ?? []), ...(concerned.data ?? [])].filter(r => r.state !== 'draft' && r.state !== 'cancelled')
    return [...new Map(all.map(r => [r.id, r])).values()].sort((a, b) => String(b.beginTime).localeCompare(String(a.beginTime)))
  }, [own.data, concerned.data])
  return { rounds, read: allOf([own, concerned]) }
}
interface OfRoundProps extends Pick<TaskPageProps<RoundEntity>, 'title' | 'processType' | 'round' | 'nothing' | 'board' | 'answers'> {
  isList: boolean
  views: ReactNode
}
function OfRound({ isList, views, title, processType, round, nothing, board, answers }: OfRoundProps) {
  const [params, , put] = useOwnParams()
  const { rounds, read } = useRounds(processType)
  if (!read.data) return <Loading of={read} lines={10} />
  const chosen = rounds.find(r => r.id === params.get('round')) ?? rounds[0]
  const choose = chosen ? (
    <Select popupMatchSelectWidth={false} aria-label={round} value={chosen.id} options={rounds.map(r => ({ value: r.id, label: r.name }))} onChange={id => put({ round: id })} />
  ) : null
  if (chosen && isList) return answers(chosen.id, { views, toolbar: choose })
  return (
    <Page title={title} views={views} actions={choose}>
      {chosen ? board(chosen.id) : <Empty title={nothing} />}
    </Page>
  )
}
