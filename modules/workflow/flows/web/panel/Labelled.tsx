import { Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import { Row } from '#web/layout/Layout.tsx'
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
      <Row gap={3} spread="between">
        <label htmlFor={id}>{label}</label>
        <Switch id={id} size="small" checked={checked} disabled={disabled} onChange={onChange} />
      </Row>
      {help ? <p className="ql-help">{help}</p> : null}
    </div>
  )
}
