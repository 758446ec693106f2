import { type ReactNode, useId } from 'react'
import './forms.css'

/** Label and help text around an input that has no declared field. */
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
