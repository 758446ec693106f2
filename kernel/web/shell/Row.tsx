import { type ReactNode, useId } from 'react'
import style from './drawer.module.css'

/** One setting of the drawer: label and control. */
export function Row({ name, children }: { name: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className={style.row}>
      <label htmlFor={id}>{name}</label>
      {children(id)}
    </div>
  )
}
