import { Button } from 'antd'
import { BellRing } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Action, Fields, Values } from '#model'
import { percentOf } from '#model/percent.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded, Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatNumber } from '#web/values/format.ts'
import type { TaskActions } from '../../model/task.ts'
import { useBoardNews } from './useBoardNews.ts'

interface Words {
  expected: string
  answered: string
  lacking: string
}
interface InClass {
  classId: string
  label: string
  college: string | null
  expected: number
  answered: number
}
interface Progress<O extends Fields> {
  expected: number
  answered: number
  byClass: ReadonlyArray<ClassOf<O>>
}
/** A class in the board's answer `O`. */
type ClassOf<O extends Fields> = Values<O> extends { byClass: ReadonlyArray<infer R> } ? R & InClass : InClass
interface TaskBoardProps<O extends Fields> {
  of: Pick<TaskActions, 'lacking' | 'remind'> & { board: Action<TaskActions['board']['input'], O> }
  /** The round. */
  id: string
  /** What answering is called: 应登记, 已登记, 未登记. */
  words: Words
  /** Further key figures. */
  figures?: (data: Values<O>) => ReactNode
  /** Further columns of the table of classes. */
  columns?: ReadonlyArray<readonly [title: string, cell: (row: ClassOf<O>) => ReactNode]>
  /** What can be done with those of a class who lack, besides reminding them. */
  acts?: (classId: string) => ReactNode
  /** Between figures and classes. */
  children?: (data: Values<O>) => ReactNode
}
/** Progress of a task by class, live: how many have answered, who lacks, and reminding them. */
export function TaskBoard<O extends Fields>({ of, id, words, figures, columns = [], acts, children }: TaskBoardProps<O>) {
  const every = useBoardNews(of.board.of, id)
  const read = useRead<typeof of.board, Values<O> & Progress<O>>(of.board, { id }, every ? { every } : {})
  const [classId, setClassId] = useState<string>()
  const { data } = read
  if (!data) return <Loading of={read} lines={12} />
  const lacking = data.expected - data.answered
  return (
    <>
      <Figures label={t('人数')}>
        <Figure label={words.expected} value={data.expected} />
        <Figure label={words.answered} value={data.answered} />
        <Figure label={words.lacking} value={lacking} />
        {figures?.(data)}
      </Figures>
      {lacking ? (
        <div>
          <ActionButton of={of.remind} input={{ id }} icon={<BellRing size={16} />} confirm={t('提醒 {{n}} 名未完成的学生', { n: formatNumber(lacking) })} done={t('已提醒')} />
        </div>
      ) : null}
      {children?.(data)}
      <Progresses rows={data.byClass} words={words} columns={columns} onOpen={setClassId} />
      {classId ? <Lacking of={of} id={id} classId={classId} title={words.lacking} acts={acts?.(classId)} onClose={() => setClassId(undefined)} /> : null}
    </>
  )
}
interface ProgressesProps<R extends InClass> extends Omit<ClassesProps<R>, 'rows'> {
  rows: ReadonlyArray<R>
}
/** Colleges, where the reader has several, then the classes of the one that is opened. */
function Progresses<R extends InClass>({ rows, ...table }: ProgressesProps<R>) {
  const [college, setCollege] = useState<string>()
  const colleges = collegesOf(rows)
  const hasSeveral = colleges.length > 1
  const own = hasSeveral && college ? rows.filter(c => (c.college ?? '—') === college) : rows
  return (
    <>
      {hasSeveral ? (
        <Sheet title={t('按学院')} actions={college ? <Button onClick={() => setCollege(undefined)}>{t('全部学院')}</Button> : null}>
          <Colleges rows={college ? colleges.filter(c => c.label === college) : colleges} words={table.words} columns={table.columns} onOpen={setCollege} />
        </Sheet>
      ) : null}
      <Sheet title={hasSeveral && college ? t('{{college}}的班级', { college }) : t('按班级')}>
        {own.length ? <Classes rows={own} {...table} /> : <Empty title={t('你的数据范围内没有班级')} />}
      </Sheet>
    </>
  )
}
/** The figures of the classes of each college, added up. */
const collegesOf = <R extends InClass>(rows: readonly R[]): R[] =>
  [...Map.groupBy(rows, row => row.college ?? '—')].map(([label, own]) =>
    own.reduce<R>((sum, row) => added(sum, row), { ...zero(own), classId: label, label, college: label } as R),
  )
const zero = (rows: readonly object[]) => Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, typeof value === 'number' ? 0 : value]))
const added = <R extends object>(sum: R, row: R): R =>
  Object.fromEntries(Object.entries(sum).map(([name, value]) => [name, typeof value === 'number' ? value + Number((row as Record<string, unknown>)[name] ?? 0) : value])) as R
function Colleges<R extends InClass>({ rows, words, columns, onOpen }: ClassesProps<R>) {
  const open = (c: R) => (
    <button type="button" className="ql-link" onClick={() => onOpen(c.label)}>
      {c.label}
    </button>
  )
  return (
    <PlainTable
      label={t('各学院人数')}
      rows={rows.toSorted((a, b) => rateOf(a) - rateOf(b))}
      keyOf={c => c.label}
      columns={[[t('学院'), open], [words.answered, c => `${c.answered}/${c.expected}`], [t('比例'), c => `${rateOf(c)}%`], [words.lacking, lackingIn], ...columns]}
    />
  )
}
const rateOf = ({ expected, answered }: InClass): number => percentOf(answered, expected) ?? 100
const MOST = 300
const lackingIn = ({ expected, answered }: InClass): number => expected - answered
interface ClassesProps<R extends InClass> {
  rows: readonly R[]
  words: Words
  columns: ReadonlyArray<readonly [title: string, cell: (row: R) => ReactNode]>
  onOpen: (classId: string) => void
}
/** Classes that lack most first. */
function Classes<R extends InClass>({ rows, words, columns, onOpen }: ClassesProps<R>) {
  const open = (c: R) => (
    <button type="button" className="ql-link" onClick={() => onOpen(c.classId)}>
      {lackingIn(c)}
    </button>
  )
  return (
    <PlainTable
      label={t('各班人数')}
      rows={rows.toSorted((a, b) => lackingIn(b) - lackingIn(a)).slice(0, MOST)}
      keyOf={c => c.classId}
      columns={[[t('班级'), c => c.label], [words.answered, c => `${c.answered}/${c.expected}`], [words.lacking, c => (lackingIn(c) ? open(c) : 0)], ...columns]}
    />
  )
}
interface LackingProps {
  of: Pick<TaskActions, 'lacking' | 'remind'>
  id: string
  classId: string
  title: string
  acts: ReactNode
  onClose: () => void
}
function Lacking({ of, id, classId, title, acts, onClose }: LackingProps) {
  const read = useRead(of.lacking, { id, classId })
  return (
    <Panel open title={title} onClose={onClose}>
      <Loaded of={read}>
        {data => (
          <>
            <Row>
              <ActionButton
                of={of.remind}
                input={{ id, classId }}
                icon={<BellRing size={16} />}
                confirm={t('提醒 {{n}} 名未完成的学生', { n: formatNumber(data.length) })}
                done={t('已提醒')}
              />
              {acts}
            </Row>
            <PlainTable
              label={title}
              rows={data}
              keyOf={s => s.studentId}
              columns={[
                [t('姓名'), s => s.name],
                [t('学号'), s => s.studentNo],
              ]}
            />
          </>
        )}
      </Loaded>
    </Panel>
  )
}
