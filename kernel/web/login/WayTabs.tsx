import { ChevronRight, FilePenLine, QrCode, Smartphone, UserRound } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { t } from '#web/i18n/index.ts'
import type { Way } from '#web/session/loginWays.ts'
import style from './ways.module.css'

export type Choice = Way | 'register'
interface Shown<C> {
  code: C
  text: string
}
const ICONS = { account: UserRound, mobile: Smartphone, scan: QrCode, register: FilePenLine }

/** Tabs of the sign-in methods, with arrow keys. */
export function WayTabs<C extends string = Choice>({ id, ways, now, onChoose }: { id: string; ways: ReadonlyArray<Shown<C>>; now: C; onChoose: (way: C) => void }) {
  const step = (event: KeyboardEvent<HTMLButtonElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!by) return
    event.preventDefault()
    const next = ways[(ways.findIndex(w => w.code === now) + by + ways.length) % ways.length] as Shown<C>
    onChoose(next.code)
    document.getElementById(`${id}-${next.code}`)?.focus()
  }
  return (
    <div role="tablist" className={style.tabs} aria-label={t('登录方式')}>
      {ways.map(({ code, text }) => (
        <button
          key={code}
          id={`${id}-${code}`}
          type="button"
          role="tab"
          aria-selected={code === now}
          aria-controls={`${id}-panel`}
          tabIndex={code === now ? 0 : -1}
          onClick={() => onChoose(code)}
          onKeyDown={step}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
/** On phones the other methods are listed below the open one. */
export function WayRows({ ways, onChoose }: { ways: ReadonlyArray<Shown<Choice>>; onChoose: (way: Choice) => void }) {
  if (!ways.length) return null
  return (
    <nav className={style.rows} aria-label={t('其他登录方式')}>
      {ways.map(({ code, text }) => {
        const Icon = ICONS[code]
        return (
          <button key={code} type="button" onClick={() => onChoose(code)}>
            <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
            {text}
            <ChevronRight size={16} strokeWidth={1.75} aria-hidden="true" />
          </button>
        )
      })}
    </nav>
  )
}
