import type { ButtonHTMLAttributes, InputHTMLAttributes, Ref } from 'react'
import { classes } from '#web/layout/classes.ts'
import style from './native.module.css'

/* Native controls of table rows. A list draws hundreds of them, and antd's button, checkbox and tooltip cost several times a cell. */

interface RowButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  className?: string | undefined
  danger?: boolean
  isBusy?: boolean
  ref?: Ref<HTMLButtonElement>
}
/** Link-like button of a row. */
export function RowButton({ danger, isBusy, className = style.rowAct, ...button }: RowButtonProps) {
  return <button type="button" className={classes(className, danger && style.danger)} aria-busy={isBusy || undefined} {...button} />
}
interface CheckProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange' | 'className'> {
  isMixed?: boolean
  onCheck: (on: boolean) => void
}
/** Checkbox of a row; `isMixed` shows that some of several rows are selected. */
export function Check({ isMixed = false, onCheck, ...input }: CheckProps) {
  return (
    <input
      type="checkbox"
      className={style.check}
      ref={box => {
        if (box) box.indeterminate = isMixed
      }}
      onChange={event => onCheck(event.target.checked)}
      {...input}
    />
  )
}
