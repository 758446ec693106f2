import type { ButtonProps } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Action, InputOf } from '#model'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { t } from '#web/i18n/index.ts'
import { useMay } from '#web/session/useCan.ts'
import { type ActOptions, permissionOf, useAct } from './useAct.ts'

export interface ActionButtonProps<A extends Action> extends ActOptions<A> {
  of: A
  input: InputOf<A>
  /** Confirmation text: names and counts what will happen. Absent: no confirmation. */
  confirm?: ReactNode
  danger?: boolean
  type?: ButtonProps['type']
  icon?: ReactNode
  disabled?: boolean
  /** Button text, where the action's own label is too long. */
  children?: ReactNode
}
/** Button that runs one action. Not rendered without the permission; a refusal is explained in a dialog. */
export function ActionButton<A extends Action>({ of, input, confirm, danger, type, icon, disabled, children, ...options }: ActionButtonProps<A>) {
  const may = useMay()
  const [isAsking, setAsking] = useState(false)
  const { onDone } = options
  const act = useAct(of, {
    ...options,
    onDone: answer => {
      setAsking(false)
      onDone?.(answer)
    },
  })
  const permission = permissionOf(of)
  if (permission && !may(permission)) return null
  const verb = children ?? t(of.label)
  const close = () => {
    setAsking(false)
    act.reset()
  }
  const isRetry = act.error !== null
  const press = (): void => {
    if (confirm) setAsking(true)
    else if (!act.isPending) act.mutate(input)
  }
  return (
    <>
      <PlacedButton type={type} icon={icon} danger={danger} disabled={disabled} isBusy={act.isPending && !isAsking} onClick={press}>
        {verb}
      </PlacedButton>
      <Dialog
        open={isAsking || isRetry}
        title={isRetry ? t('没有{{verb}}', { verb: t(of.label) }) : verb}
        {...(confirm && !isRetry ? { verb, danger: danger === true, busy: act.isPending, onAct: () => act.mutate(input) } : {})}
        onClose={close}
      >
        {isRetry ? <Refused what={t('{{verb}}没有成功', { verb: t(of.label) })} error={act.error} /> : confirm}
      </Dialog>
    </>
  )
}
