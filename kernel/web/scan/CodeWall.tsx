import type { ReactNode } from 'react'
import { QrCode } from '../feedback/QrCode.tsx'
import { PageTitle } from '../layout/Page.tsx'
import style from './code-wall.module.css'

interface CodeWallProps {
  title: string
  /** Below the title. */
  lead: ReactNode
  /** What the code says, and what it is called. */
  code: { text: string; label: string; caption: string } | undefined
  /** Beside the code. */
  children?: ReactNode
  footer: ReactNode
}
/** A page to be read from across a room: one code to scan, and what is counted. */
export const CodeWall = ({ title, lead, code, children, footer }: CodeWallProps) => (
  <main className={style.wall}>
    <header>
      <PageTitle>{title}</PageTitle>
      <p>{lead}</p>
    </header>
    <section>
      {code ? (
        <figure>
          <QrCode text={code.text} label={code.label} className={style.code} />
          <figcaption>{code.caption}</figcaption>
        </figure>
      ) : null}
      {children}
    </section>
    <footer role="status">{footer}</footer>
  </main>
)
/** The same before there is anything to show. */
export const EmptyWall = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className={style.wall}>
    <PageTitle isHidden>{title}</PageTitle>
    {children}
  </main>
)
