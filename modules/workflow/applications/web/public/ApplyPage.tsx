import type { ReactNode } from 'react'
import type { Action, Fields, OutputOf } from '#model'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'

/** The reading actions of a kind that pages of one's own applications need. */
interface OwnReads {
  begin: Action<Record<never, never>, Fields>
  mine: Action<Fields, Fields, true>
}
export type BegunOf<A extends OwnReads> = AnswerOf<A['begin']>
export type MineOf<A extends { mine: Action }> = OutputOf<A['mine']>
interface ApplyPageProps<A extends OwnReads> {
  of: A
  title: string
  /** For accounts that are no students. */
  onlyStudents: string
  /** Why the application in the URL cannot be changed. */
  refused: string
  /** The form: on the prefilled data, and on the returned application that `?edit=` names. */
  children: (known: BegunOf<A>, row: MineOf<A> | undefined, params: URLSearchParams) => ReactNode
}
/** Page of an application form, for students. */
export const ApplyPage = <A extends OwnReads>(props: ApplyPageProps<A>) => (
  <StudentsOnly title={props.title} otherwise={props.onlyStudents}>
    <Begun {...props} />
  </StudentsOnly>
)
function Begun<A extends OwnReads>({ of, refused, children }: ApplyPageProps<A>) {
  const [params] = useOwnParams()
  const id = params.get('edit')
  const known = useRead<A['begin']>(of.begin, {} as never) // it asks for nothing
  const mine = useRead<A['mine']>(of.mine, { id } as never, { enabled: Boolean(id) }) // `ownApplication` declares this input
  if (known.data === undefined) return <Loading of={known} lines={10} />
  if (id && !mine.data) return <Loading of={mine} lines={10} />
  const rows = (mine.data ?? []) as ReadonlyArray<MineOf<A> & Own> // `ownApplication` declares these fields
  const row = id ? rows.find(one => one.id === id) : undefined
  return id && !row?.can.includes('edit') ? <Empty title={refused} /> : children(known.data, row, params)
}
interface Own {
  id: string
  can: readonly string[]
}
