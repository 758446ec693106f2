import { Button, Input } from 'antd'
import { ScanLine } from 'lucide-react'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { t } from '#web/i18n/index.ts'
import style from './scan.module.css'

interface Props {
  id: string
  label: string
  /** The code that was typed or read, without blanks around it. */
  onCode: (code: string) => void
  /** Gives the focus back to the box, for the next person. */
  handle?: Ref<{ focus(): void }>
}
/** A box at a desk: a hand scanner types into it and presses Enter, and so may a person. */
export function CodeBox({ id, label, onCode, handle }: Props) {
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(handle, () => ({ focus: () => input.current?.focus() }), [])
  const look = () => {
    const code = typed.trim()
    if (code) onCode(code)
    setTyped('')
  }
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <div className={style.box}>
        <Input
          id={id}
          ref={node => {
            input.current = node?.input ?? null
          }}
          size="large"
          autoFocus
          autoComplete="off"
          prefix={<ScanLine size={18} aria-hidden="true" />}
          value={typed}
          onChange={event => setTyped(event.target.value)}
          onPressEnter={look}
        />
        <Button size="large" disabled={!typed.trim()} onClick={look}>
          {t('查找')}
        </Button>
      </div>
    </>
  )
}
