import { Button, type ButtonProps } from 'antd'
import { type ReactNode, useContext, useState } from 'react'
import type { Action, InputOf } from '#model'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { t } from '#web/i18n/index.ts'
import { ActPlace } from '#web/records/Acts.tsx'
import { useSession } from '#web/session/useCan.ts'
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
  const place = useContext(ActPlace)
  const { can } = useSession()
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
  if (permission && !can(permission)) return null
  const verb = children ?? t(of.label)
  const close = () => {
    setAsking(false)
    act.reset()
  }
  const isRetry = act.error !== null
  return (
    <>
      <Button
        type={type ?? (place === 'row' ? 'link' : place === 'bar' ? 'text' : 'default')}
        {...(place === 'page' ? {} : { size: 'small' as const })}
        danger={danger === true}
        disabled={disabled === true}
        loading={act.isPending && !isAsking ? { delay: 300 } : false}
        icon={icon}
        onClick={() => (confirm ? setAsking(true) : act.isPending || act.mutate(input))}
      >
        {verb}
      </Button>
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
