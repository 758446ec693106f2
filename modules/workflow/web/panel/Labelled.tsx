import { Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import '#web/forms/forms.css'

/** A setting with label and help text. */
export function Labelled({ label, help, children }: { label: string; help?: ReactNode; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="flow-setting">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {help ? <p className="ql-help">{help}</p> : null}
    </div>
  )
}
/** A switch with its label. */
export function Toggle({ label, help, checked, disabled, onChange }: { label: string; help?: ReactNode; checked: boolean; disabled: boolean; onChange: (now: boolean) => void }) {
  const id = useId()
  return (
    <div className="flow-setting">
      <div className="flow-toggle">
        <label htmlFor={id}>{label}</label>
        <Switch id={id} size="small" checked={checked} disabled={disabled} onChange={onChange} />
      </div>
      {help ? <p className="ql-help">{help}</p> : null}
    </div>
  )
}
