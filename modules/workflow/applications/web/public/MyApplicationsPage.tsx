import { Fragment, type ReactNode } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { isRefusal } from '#web/http/index.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import type { MineOf } from './ApplyPage.tsx'
import type { OwnActions, OwnRow } from './MyApplication.tsx'
import { MyApplicationPage } from './MyApplicationPage.tsx'

type RowOf<A extends OwnActions> = MineOf<A> & OwnRow
interface MyApplicationsProps<A extends OwnActions> {
  of: A
  title: string
  apply: { path: string; label: string }
  /** For accounts that are no students. */
  onlyStudents: string
  nothing: string
  /** Order on the page; as they come by default. */
  sort?: (a: RowOf<A>, b: RowOf<A>) => number
  children: (row: RowOf<A>, at: { isFirst: boolean; isNamed: boolean }) => ReactNode
  /** Views of the page, and what stands above the list. */
  views?: ReactNode
  above?: ReactNode
  /** Content above the page; receives the one the user is away on. */
  over?: (away: RowOf<A> | undefined) => ReactNode
  /** Below the reason why the list was not read, such as what is known of it without network. */
  unread?: ReactNode
}
/** One's own applications: the report-back action on top while away. */
export const MyApplicationsPage = <A extends OwnActions>(props: MyApplicationsProps<A>) => (
  <StudentsOnly title={props.title} otherwise={props.onlyStudents}>
    <Listed {...props} />
  </StudentsOnly>
)
function Listed<A extends OwnActions>({ of, title, apply, nothing, sort, views, above, children, over, unread }: MyApplicationsProps<A>) {
  const [params] = useOwnParams()
  const read = useRead<A['mine']>(of.mine, {} as never) // all of them
  if (!read.data)
    return (
      <>
        <Loading of={read} lines={8} />
        {read.error && !isRefusal(read.error) ? unread : null}
      </>
    )
  const all = read.data as readonly RowOf<A>[] // `ownApplication` declares these fields
  const rows = sort ? all.toSorted(sort) : all
  const away = rows.find(row => row.can.includes('back'))
  const ordered = away ? [away, ...rows.filter(row => row !== away)] : rows
  return (
    <MyApplicationPage title={title} apply={apply} views={views}>
      {above}
      {ordered.length ? null : <Empty title={nothing} />}
      {ordered.map((row, at) => (
        <Fragment key={row.id}>{children(row, { isFirst: at === 0, isNamed: params.get('id') === row.id })}</Fragment>
      ))}
      {over?.(away)}
    </MyApplicationPage>
  )
}
