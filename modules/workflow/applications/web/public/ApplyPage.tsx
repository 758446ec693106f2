import { type ReactNode, useState } from 'react'
import type { Action, Fields, OutputOf } from '#model'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { keepCopy } from './draft.ts'

/** The reading actions of a kind that pages of one's own applications need. */
interface OwnReads {
  begin: Action<Record<never, never>, Fields>
  mine: Action<Fields, Fields, true>
  apply: Action<Fields, Fields>
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
  /** Name of the form, under which its draft is stored; an application that `?copy=` names becomes the draft. */
  draft: string
  /** The form: on the prefilled data, and on the returned application that `?edit=` names. */
  children: (known: BegunOf<A>, row: MineOf<A> | undefined, params: URLSearchParams) => ReactNode
}
/** Page of an application form, for students. */
export const ApplyPage = <A extends OwnReads>(props: ApplyPageProps<A>) => (
  <StudentsOnly title={props.title} otherwise={props.onlyStudents}>
    <Begun {...props} />
  </StudentsOnly>
)
function Begun<A extends OwnReads>({ of, refused, draft, children }: ApplyPageProps<A>) {
  const [params] = useOwnParams()
  const [edited, copied] = [params.get('edit'), params.get('copy')]
  const id = edited ?? copied
  const known = useRead<A['begin']>(of.begin, {} as never) // it asks for nothing
  const mine = useRead<A['mine']>(of.mine, { id } as never, { enabled: Boolean(id) }) // `ownApplication` declares this input
  if (known.data === undefined) return <Loading of={known} lines={10} />
  if (id && !mine.data) return <Loading of={mine} lines={10} />
  const rows = (mine.data ?? []) as ReadonlyArray<MineOf<A> & Own> // `ownApplication` declares these fields
  const row = id ? rows.find(one => one.id === id) : undefined
  if (edited) return row?.can.includes('edit') ? children(known.data, row, params) : <Empty title={refused} />
  const form = children(known.data, undefined, params)
  return row ? <Copied key={row.id} row={row} draft={draft} fields={of.apply.input} form={form} /> : form
}
/** The form of a new application that begins with what another one asked. */
function Copied({ row, draft, fields, form }: { row: object; draft: string; fields: Fields; form: ReactNode }) {
  // before the form is drawn, which reads its draft once
  useState(() => keepCopy(draft, row, fields))
  return form
}
interface Own {
  id: string
  can: readonly string[]
}
