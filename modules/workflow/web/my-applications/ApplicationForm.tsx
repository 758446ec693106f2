import { Button } from 'antd'
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { t } from '#web/i18n/index.ts'
import { formatDatetime } from '#web/records/format.ts'
import './own.css'

interface ApplyFrameProps {
  title: string
  /** Path and title of the list of one's own. */
  own: { path: string; label: string }
  /** A resubmission: no draft is stored. */
  isAgain: boolean
  isBusy: boolean
  /** Cannot be submitted; the form shows why. */
  isBlocked: boolean
  /** When the draft was last stored, in milliseconds. */
  savedAt: number | undefined
  onSend: () => void
  children: ReactNode
}
/** Page of an application form: link to earlier ones, form and submit button. */
export function ApplicationForm({ title, own, isAgain, isBusy, isBlocked, savedAt, onSend, children }: ApplyFrameProps) {
  return (
    <form
      className="own-page"
      onSubmit={event => {
        event.preventDefault()
        onSend()
      }}
    >
      <header className="own-head">
        <h1>{title}</h1>
        <Link to={own.path} aria-label={own.label}>
          <History size={20} />
        </Link>
      </header>
      {children}
      <footer className="own-foot">
        <Button type="primary" size="large" block htmlType="submit" loading={isBusy} disabled={isBlocked}>
          {isAgain ? t('重新提交') : t('提交申请')}
        </Button>
        {savedAt && !isAgain ? <small role="status">{t('草稿已自动保存 {{time}}', { time: formatDatetime(new Date(savedAt).toISOString()) })}</small> : null}
      </footer>
    </form>
  )
}
