import { type ReactNode, useId } from 'react'
import './forms.css'

/** An input that no declaration stands behind: its name above, a remark below. */
export function LabelledInput({ label, help, children }: { label: ReactNode; help?: ReactNode; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="ql-field">
      <label className="ql-label" htmlFor={id}>
        {label}
      </label>
      {children(id)}
      {help ? <p className="ql-help">{help}</p> : null}
    </div>
  )
}
