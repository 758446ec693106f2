import { CircleX } from 'lucide-react'
import style from './login.module.css'

/** Error of a sign-in form; a live region, announced when it changes. */
export function Refused({ text }: { text: string | undefined }) {
  return (
    <div role="alert">
      {text && (
        <p className={style.refused}>
          <CircleX size={16} strokeWidth={1.75} aria-hidden="true" />
          {text}
        </p>
      )}
    </div>
  )
}
