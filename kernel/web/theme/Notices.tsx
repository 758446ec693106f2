import { App } from 'antd'
import { useEffect } from 'react'
import type { Notifier } from '#web/http/notices.ts'

interface Props {
  /** Hands over the notifier; queued messages are then shown. */
  onReady: (notifier: Notifier) => void
}
/** antd's message, notification and modal APIs as the program's notifier, which is also used outside React. */
export default function Notices(props: Props) {
  return (
    <App component={false}>
      <Lent {...props} />
    </App>
  )
}
function Lent({ onReady }: Props) {
  const { message, modal, notification } = App.useApp()
  useEffect(() => {
    onReady({
      success: (text, description) => (description ? notification.success({ title: text, description }) : void message.success(text)),
      warning: text => void message.warning(text),
      error: (text, description, stays) => (description ? notification.error({ title: text, description, ...(stays ? { duration: 0 } : {}) }) : void message.error(text)),
      ask: question => void modal.confirm(question),
    })
  }, [message, modal, notification, onReady])
  return null
}
