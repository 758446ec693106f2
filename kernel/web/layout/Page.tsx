import { Button } from 'antd'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { t } from '#web/i18n/index.ts'
import { Stack } from './Layout.tsx'
import style from './layout.module.css'

interface PageTitleProps {
  /** Read out, but not drawn, where the page shows by itself what it is. */
  isHidden?: boolean
  /** `h2` for the head of a list inside a page. */
  level?: 'h1' | 'h2'
  children: ReactNode
}
/** The one heading of a page; the focus arrives here. */
export const PageTitle = ({ isHidden = false, level: Heading = 'h1', children }: PageTitleProps) => (
  <Heading className={isHidden ? 'visually-hidden' : style.heading}>{children}</Heading>
)
export interface PageHeadProps extends Pick<PageTitleProps, 'level'> {
  title: ReactNode
  /** What the page is for, or a fact about all of it, below the title. */
  help?: ReactNode
  /** In front of the title, such as the picture of a person. */
  lead?: ReactNode
  /** Where its arrow leads. */
  back?: string | (() => void) | undefined
  /** Switch of views beside the title, on phones in a line below it. */
  views?: ReactNode
  /** Buttons and choices at the end. */
  actions?: ReactNode
}
/** Title of a page or a list, with what concerns all of it. */
export const PageHead = ({ title, level, help, lead, back, views, actions }: PageHeadProps) => (
  <header className={style.head}>
    {back === undefined ? null : <Back to={back} />}
    {lead}
    <div className={style.title}>
      <PageTitle {...(level ? { level } : {})}>{title}</PageTitle>
      {help ? <p className="ql-help">{help}</p> : null}
    </div>
    {views ? <div className={style.views}>{views}</div> : null}
    {actions ? <div className={style.actions}>{actions}</div> : null}
  </header>
)
function Back({ to }: { to: string | (() => void) }) {
  const navigate = useNavigate()
  return <Button type="text" className={`${style.back}`} icon={<ArrowLeft size={18} />} aria-label={t('返回')} onClick={() => (typeof to === 'string' ? navigate(to) : to())} />
}
const WIDTHS = { form: style.form, text: style.text, whole: undefined }
/** Stays at the bottom of the screen, in reach of the thumb: the button of a form. */
export const Foot = ({ children }: { children: ReactNode }) => <footer className={style.foot}>{children}</footer>

interface PageProps extends Omit<PageHeadProps, 'level'> {
  /** `form`: of one column of inputs, also for pages made for the phone; `text`: of running text and plain lists. */
  width?: keyof typeof WIDTHS
  /** Makes the page a form. */
  onSubmit?: () => void
  /** What its `Foot` holds. */
  foot?: ReactNode
  className?: string | undefined
  children?: ReactNode
}
/** A page: its title and what is below it. */
export function Page({ width = 'whole', onSubmit, foot, className, children, ...head }: PageProps) {
  const classes = [WIDTHS[width], className].filter(Boolean).join(' ')
  const content = (
    <>
      <PageHead {...head} />
      {children}
      {foot ? <Foot>{foot}</Foot> : null}
    </>
  )
  if (!onSubmit) return <Stack className={classes}>{content}</Stack>
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Stack as="form" className={classes} onSubmit={submit}>
      {content}
    </Stack>
  )
}
