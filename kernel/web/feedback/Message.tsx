import type { ReactNode } from 'react'
import style from './message.module.css'
import { SmallHills } from './NoData.tsx'
import { FirstScreen } from './Waiting.tsx'

/** Full-page message: not found, no permission, error. */
export function Message({ code, title, hint, detail, children }: { code?: string; title: string; hint?: string; detail?: string | undefined; children?: ReactNode }) {
  return (
    <div className={style.message} role="status">
      <FirstScreen />
      {code ? (
        <div className={style.code} aria-hidden="true">
          {code}
        </div>
      ) : (
        <SmallHills />
      )}
      <h1>{title}</h1>
      {hint && <p>{hint}</p>}
      {detail && <code>{detail}</code>}
      <div className={style.acts}>{children}</div>
    </div>
  )
}
