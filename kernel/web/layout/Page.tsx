import { Button } from 'antd'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, use, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { t } from '#web/i18n/index.ts'
import { classes } from './classes.ts'
import { Stack } from './Layout.tsx'
import style from './layout.module.css'
import { type PageName, pageName } from './page-name.ts'
import { TitleAside } from './title-aside.ts'

interface PageTitleProps {
  /** Said by the bar of phones. */
  isInBar?: boolean
  /** Read out, but not drawn, where the page shows by itself what it is. */
  isHidden?: boolean
  /** `h2` for the head of a list inside a page. */
  level?: 'h1' | 'h2'
  children: ReactNode
}
/** The one heading of a page; the focus arrives here. */
export const PageTitle = ({ isHidden = false, isInBar = false, level: Heading = 'h1', children }: PageTitleProps) => (
  <Heading className={isHidden ? 'visually-hidden' : classes(style.heading, isInBar && style.inBar)}>{children}</Heading>
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
/** Title of a page or a list, with what concerns all of it. The bar of phones shows a title of plain text, and the arrow. */
export function PageHead({ title, level = 'h1', help, lead, back, views, actions }: PageHeadProps) {
  const goBack = useBack(back)
  const isInBar = level === 'h1' && typeof title === 'string'
  useNamed(isInBar ? title : undefined, goBack)
  const isBare = isInBar && !help && !lead && !views && !actions
  return (
    <header className={classes(style.head, isBare && style.bare)}>
      {goBack ? <Button type="text" className={classes(style.back, isInBar && style.inBar)} icon={<ArrowLeft size={18} />} aria-label={t('返回')} onClick={goBack} /> : null}
      {lead}
      <div className={style.title}>
        <div className={style.line}>
          <PageTitle level={level} isInBar={isInBar}>
            {title}
          </PageTitle>
          {level === 'h1' ? <Aside isInBar={isInBar} /> : null}
        </div>
        {help ? <p className="ql-help">{help}</p> : null}
      </div>
      {views ? <div className={style.views}>{views}</div> : null}
      {actions ? <div className={style.actions}>{actions}</div> : null}
    </header>
  )
}
function useBack(to: PageHeadProps['back']): (() => void) | undefined {
  const navigate = useNavigate()
  if (to === undefined) return undefined
  return () => (typeof to === 'string' ? navigate(to) : to())
}
function Aside({ isInBar }: { isInBar: boolean }) {
  const aside = use(TitleAside)
  return aside ? <div className={classes(isInBar && style.inBar)}>{aside}</div> : null
}
/** While the page is shown: a view that is kept, but hidden, names nothing. */
function useNamed(title: string | undefined, goBack: (() => void) | undefined): void {
  const latest = useRef(goBack)
  useEffect(() => {
    latest.current = goBack
  })
  const hasBack = goBack !== undefined
  useEffect(() => {
    if (title === undefined) return
    const named: PageName = hasBack ? { title, back: () => latest.current?.() } : { title }
    pageName.set(named)
    return () => pageName.set(now => (now === named ? undefined : now))
  }, [title, hasBack])
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
