import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { Message } from '#web/app/Message.tsx'
import { Waiting } from '#web/app/Waiting.tsx'
import { post } from '#web/http/client.ts'
import { failureText } from '#web/http/failure.ts'
import { t } from '#web/i18n/index.ts'
import type { Screen } from '#web/session/menu.ts'
import style from './shell.module.css'

/** Another host's page inside the shell. The server says the address, with a one-time ticket where it asks for one, and only of hosts the school allows. */
export function Framed({ screen }: { screen: Screen }) {
  const { address, error, retry } = useFrame(screen.id)
  if (error) {
    return (
      <Message title={t('这个页面不能在这里打开')} hint={failureText(error)}>
        <Button onClick={retry}>{t('重试')}</Button>
      </Message>
    )
  }
  if (!address) return <Waiting />
  // It may run and send forms, but not navigate us.
  return (
    <iframe
      className={style.frame}
      src={address}
      title={screen.meta.title}
      sandbox="allow-scripts allow-forms allow-same-origin allow-popups allow-downloads"
      referrerPolicy="no-referrer"
    />
  )
}
/** Asked for once: a ticket is good once, and a frame that only rested must not start anew. */
function useFrame(menuId: string): { address: string | undefined; error: unknown; retry: () => void } {
  const [address, setAddress] = useState<string>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    if (address || error) return
    let gone = false
    post<{ address: string }>('base/ticket/issue', { menuId }, { quiet: true }).then(
      answer => gone || setAddress(answer.address),
      failure => gone || setError(failure),
    )
    return () => {
      gone = true
    }
  }, [menuId, address, error])
  return { address, error, retry: () => setError(undefined) }
}
/** A menu that leads outside, when its address is opened here: the link itself, which opens a tab that cannot reach back. */
export const Outside = ({ screen }: { screen: Screen }) => (
  <Message title={screen.meta.title} hint={t('这个页面在其他网站')} detail={screen.menuLink ?? undefined}>
    <Button type="primary" href={screen.menuLink ?? ''} target="_blank" rel="noopener noreferrer">
      {t('打开')}
    </Button>
  </Message>
)
