import { Button } from 'antd'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { ChunkFailure, forgetLost } from '#web/base/chunk.ts'
import { t } from '#web/i18n/index.ts'
import { Message } from './Message.tsx'
import { reportFault } from './report-faults.ts'

/** Error boundary of a page; the shell stays usable. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }
  override componentDidMount() {
    addEventListener('online', this.backOnline)
  }
  override componentWillUnmount() {
    removeEventListener('online', this.backOnline)
    if (this.state.error) forgetLost()
  }
  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack)
    if (!(error instanceof ChunkFailure)) reportFault(error)
  }
  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    const { title, hint, detail, canRetry } = reasonOf(error)
    return (
      <Message title={title} hint={hint} detail={detail}>
        {canRetry && <Button onClick={this.retry}>{t('重试')}</Button>}
        <Button type="primary" onClick={() => location.reload()}>
          {t('重新加载')}
        </Button>
      </Message>
    )
  }
  private readonly retry = () => {
    forgetLost()
    this.setState({ error: undefined })
  }
  private readonly backOnline = () => {
    if (this.state.error instanceof ChunkFailure) this.retry()
  }
}
function reasonOf(error: Error): { title: string; hint: string; detail?: string; canRetry: boolean } {
  if (!(error instanceof ChunkFailure))
    return { title: t('这个页面出错了'), hint: t('其他页面不受影响，可以重试，或把下面的原因告诉管理员'), detail: error.message, canRetry: true }
  if (error.isUpdate) return { title: t('平台刚刚更新过'), hint: t('重新加载后使用新版本'), canRetry: false }
  return { title: t('网络不通，页面没有取到'), hint: t('请检查网络；网络恢复后会自动重试'), canRetry: true }
}
