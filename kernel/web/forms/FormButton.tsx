import type { ButtonProps } from 'antd'
import { type ReactNode, useContext, useState } from 'react'
import type { Action } from '#model'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { t } from '#web/i18n/index.ts'
import { useMay } from '#web/session/useCan.ts'
import { ActionForm, type ActionFormProps } from './ActionForm.tsx'
import { FormPlace } from './form-place.ts'
import { permissionOf } from './useAct.ts'

interface FormButtonProps<A extends Action> extends Omit<ActionFormProps<A>, 'onClose'> {
  type?: ButtonProps['type']
  icon?: ReactNode
  disabled?: boolean
  /** Button text, where the action's own label does not fit. */
  children?: ReactNode
}
/** Button that asks for the rest of an action's input and runs it. Not rendered without the permission. */
export function FormButton<A extends Action>({ type, icon, disabled, children, ...form }: FormButtonProps<A>) {
  const may = useMay()
  const place = useContext(FormPlace)
  const [isOpen, setOpen] = useState(false)
  const permission = permissionOf(form.of)
  if (permission && !may(permission)) return null
  const press = () => (place ? place(close => <ActionForm {...form} onClose={close} />) : setOpen(true))
  return (
    <>
      <PlacedButton type={type} icon={icon} danger={form.danger} disabled={disabled} onClick={press}>
        {children ?? t(form.of.label)}
      </PlacedButton>
      {isOpen ? <ActionForm {...form} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
