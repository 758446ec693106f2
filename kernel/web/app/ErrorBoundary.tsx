import { Button } from 'antd'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { t } from '#web/i18n/index.ts'
import { reportFault } from './faults.ts'
import { Message } from './Message.tsx'

/** A page that breaks leaves the shell standing. A missing chunk means that the program was updated meanwhile. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }
  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack)
    reportFault(error)
  }
  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    const updated = /dynamically imported module|Importing a module|module script/i.test(error.message)
    const title = updated ? t('平台刚刚更新过') : t('这个页面出错了')
    const hint = updated ? t('重新加载后使用新版本') : t('其他页面不受影响，可以重试，或把下面的原因告诉管理员')
    return (
      <Message title={title} hint={hint} detail={updated ? undefined : error.message}>
        {!updated && <Button onClick={() => this.setState({ error: undefined })}>{t('重试')}</Button>}
        <Button type="primary" onClick={() => location.reload()}>
          {t('重新加载')}
        </Button>
      </Message>
    )
  }
}
