import { Button } from 'antd'
import { Fragment, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { nameOf, RefSelect, useRefItems } from '#web/inputs/RefSelect.tsx'
import { Page } from '#web/layout/Page.tsx'
import style from './chosen-row-page.module.css'

interface ChosenRowPageProps {
  title: string
  back?: string
  /** Entity whose rows are offered, and what the box and the empty page say. */
  of: string
  /** Which of them. */
  where?: Readonly<Record<string, string>>
  label: string
  placeholder: string
  none: string
  /** Ways to look at the row. */
  views?: ReactNode
  children: (id: string) => ReactNode
}
/** A page about one row, which is chosen in its head and kept in the address as `id`. Another row gets a new content, so that nothing of the former one stays. */
export function ChosenRowPage({ title, back, of, where = {}, label, placeholder, none, views, children }: ChosenRowPageProps) {
  const [params, setParams] = useSearchParams()
  const id = params.get('id')
  const choose = (next: string | null): void => setParams(next ? { id: next } : {})
  return (
    <Page
      title={title}
      {...(back ? { back } : {})}
      views={id ? views : null}
      actions={<RefSelect to={of} where={where} aria-label={label} placeholder={placeholder} value={id} onChange={choose} />}
    >
      {id ? <Fragment key={id}>{children(id)}</Fragment> : <Choices of={of} where={where} none={none} onChoose={choose} />}
    </Page>
  )
}
const FEW = 8
/** The first rows to choose from, so that nobody has to look for the box. */
function Choices({ of, where, none, onChoose }: { of: string; where: Readonly<Record<string, string>>; none: string; onChoose: (id: string) => void }) {
  const { data = [] } = useRefItems(of, where)
  return (
    <Empty title={none}>
      <div className={style.choices}>
        {data.slice(0, FEW).map(item => (
          <Button key={item.id} onClick={() => onChoose(item.id)}>
            {nameOf(of, item)}
          </Button>
        ))}
      </div>
    </Empty>
  )
}
