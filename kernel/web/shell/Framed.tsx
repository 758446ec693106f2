import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { Message } from '#web/feedback/Message.tsx'
import { Waiting } from '#web/feedback/Waiting.tsx'
import { post } from '#web/http/client.ts'
import { failureText } from '#web/http/failure.ts'
import { port } from '#web/http/ports.ts'
import { t } from '#web/i18n/index.ts'
import type { Screen } from '#web/session/menu.ts'
import style from './shell.module.css'

/** External page in an iframe. The server returns its address, with a one-time ticket if configured, and only for hosts the school allows. */
export function Framed({ screen }: { screen: Screen }) {
  const { page, error, retry } = useFrame(screen.id)
  if (error) {
    return (
      <Message title={t('这个页面不能在这里打开')} hint={failureText(error)}>
        <Button onClick={retry}>{t('重试')}</Button>
      </Message>
    )
  }
  if (!page) return <Waiting />
  // a page of our own, in which the other one is sandboxed
  return <iframe className={style.frame} src={page} title={screen.meta.title} />
}
/** Fetched once: the ticket is single-use, and a kept-alive frame must not reload. */
function useFrame(menuId: string): { page: string | undefined; error: unknown; retry: () => void } {
  const [page, setPage] = useState<string>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    if (page || error) return
    let gone = false
    post<{ page: string }>(port('frameAddress'), { menuId }, { quiet: true }).then(
      answer => gone || setPage(answer.page),
      failure => gone || setError(failure),
    )
    return () => {
      gone = true
    }
  }, [menuId, page, error])
  return { page, error, retry: () => setError(undefined) }
}
/** Menu entry that leads outside, opened by its address: shows the link, which opens a tab without `opener`. */
export const Outside = ({ screen }: { screen: Screen }) => (
  <Message title={screen.meta.title} hint={t('这个页面在其他网站')} detail={screen.menuLink ?? undefined}>
    <Button type="primary" href={screen.menuLink ?? ''} target="_blank" rel="noopener noreferrer">
      {t('打开')}
    </Button>
  </Message>
)
