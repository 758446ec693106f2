import type { DropdownProps } from 'antd'
import { cloneElement, type DOMAttributes, type MouseEvent, type ReactElement, type Ref, Suspense, useEffect, useRef, useState } from 'react'
import { lazily } from '#web/base/chunk.ts'

const load = () => import('antd/es/dropdown')
const Dropdown = lazily(() => load().then(file => ({ default: (props: DropdownProps) => <file.default {...props} /> })))
type Trigger = ReactElement<DOMAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }>

interface MenuProps extends Pick<DropdownProps, 'menu' | 'placement' | 'onOpenChange'> {
  trigger: readonly ['click'] | readonly ['contextMenu']
  /** The trigger button. */
  children: Trigger
}
/** Dropdown menu of a button. Pages contain many and open few, so antd's dropdown is loaded on first use. */
export function Menu({ trigger, children, ...menu }: MenuProps) {
  const [asked, setAsked] = useState<MenuTrigger>()
  const warm = () => void load().catch(() => undefined)
  const ask = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault()
    setAsked({ type: event.type, clientX: event.clientX, clientY: event.clientY, hadFocus: event.currentTarget.contains(document.activeElement) })
  }
  const closed = cloneElement(children, { onPointerEnter: warm, onFocus: warm, ...(trigger[0] === 'click' ? { onClick: ask } : { onContextMenu: ask }) })
  if (!asked) return closed
  return (
    <Suspense fallback={closed}>
      <Opened asked={asked} trigger={[...trigger]} {...menu}>
        {children}
      </Opened>
    </Suspense>
  )
}
interface MenuTrigger {
  type: string
  clientX: number
  clientY: number
  hadFocus: boolean
}
/** Replays the event that opened the menu, now that the dropdown is loaded. */
function Opened({ asked, children, ...menu }: DropdownProps & { asked: MenuTrigger; children: Trigger }) {
  const button = useRef<HTMLElement>(null)
  useEffect(() => {
    const { type, clientX, clientY, hadFocus } = asked
    if (hadFocus) button.current?.focus()
    button.current?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, clientX, clientY }))
  }, [asked])
  return <Dropdown {...menu}>{cloneElement(children, { ref: button })}</Dropdown>
}
