import { Button, type ButtonProps } from 'antd'
import { type ReactNode, useContext } from 'react'
import { ActPlace } from './Acts.tsx'
import { RowButton } from './native.tsx'

interface PlacedButtonProps {
  onClick: () => void
  children: ReactNode
  icon?: ReactNode
  type?: ButtonProps['type']
  danger?: boolean | undefined
  disabled?: boolean | undefined
  isBusy?: boolean
}
/** Button of an action, drawn for its place: native in a row, antd's in a batch bar or on a page. */
export function PlacedButton({ type, icon, danger = false, disabled = false, isBusy = false, onClick, children }: PlacedButtonProps) {
  const place = useContext(ActPlace)
  if (place === 'row')
    return (
      <RowButton danger={danger} disabled={disabled} isBusy={isBusy} onClick={onClick}>
        {children}
      </RowButton>
    )
  return (
    <Button
      type={type ?? (place === 'bar' ? 'text' : 'default')}
      {...(place === 'bar' ? { size: 'small' as const } : {})}
      danger={danger}
      disabled={disabled}
      loading={isBusy ? { delay: 300 } : false}
      icon={icon}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
