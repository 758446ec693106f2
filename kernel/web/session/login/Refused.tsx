import { CircleX } from 'lucide-react'
import style from './login.module.css'

/** What was refused and why, where the eye is; read out as soon as it changes. */
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
