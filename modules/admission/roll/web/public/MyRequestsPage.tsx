import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Action, Fields, InputOf, States } from '#model'
import type { MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { MyApplication, type OwnActions, type OwnRow } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { FormLayout } from '#web/forms/layout.ts'
import { useRead } from '#web/records/useRead.ts'
import { RealmPage } from './RealmPage.tsx'

interface Requests extends OwnActions {
  apply: Action<Fields, Fields>
  resubmit: Action<Fields, Fields>
}
type RowOf<A extends Requests> = MineOf<A> & OwnRow
interface MyRequestsPageProps<A extends Requests> {
  of: A
  title: string
  help: string
  /** Label of the button for a new one. */
  ask: string
  states: States
  heading: (row: RowOf<A>) => string
  /** Where the inputs do not follow from the declaration. */
  layout?: FormLayout
  children: (row: RowOf<A>) => ReactNode
}
const OPEN: readonly string[] = ['pending', 'returned']
const AT = { isNamed: false } as const

/** A new student's applications of one kind in the welcome realm; one is open at a time. */
export function MyRequestsPage<A extends Requests>({ of, title, help, ask, states, heading, layout, children }: MyRequestsPageProps<A>) {
  const [asks, setAsks] = useState<string>()
  const read = useRead<A['mine']>(of.mine, {} as never) // all of them
  const rows = (read.data ?? []) as readonly RowOf<A>[] // `ownApplication` declares these fields
  const returned = rows.find(row => row.id === asks)
  const close = () => setAsks(undefined)
  return (
    <RealmPage title={title} help={help}>
      <Loaded of={read}>
        {() =>
          rows.map(row => (
            // the page of the case belongs to the main realm
            <MyApplication key={row.id} of={of} row={{ ...row, instanceId: null }} at={AT} label={title} title={heading(row)} states={states} apply={() => setAsks(row.id)}>
              {children(row)}
            </MyApplication>
          ))
        }
      </Loaded>
      {rows.some(row => OPEN.includes(row.state)) ? null : (
        <Button type="primary" size="large" onClick={() => setAsks('new')}>
          {ask}
        </Button>
      )}
      {asks === 'new' ? <ActionForm of={of.apply} layout={layout} onClose={close} /> : null}
      {returned ? <ActionForm of={of.resubmit} layout={layout} input={{ id: returned.id }} initial={givenIn(of.resubmit, returned)} onClose={close} /> : null}
    </RealmPage>
  )
}
/** What the form of the action asks for, as the row has it. */
const givenIn = <A extends Action>({ input }: A, row: object): Partial<InputOf<A>> =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => name in input && name !== 'id' && value !== null)) as Partial<InputOf<A>>
