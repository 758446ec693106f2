import { Popover } from 'antd'
import { Bell as Icon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { useSignal } from '#web/base/signal.ts'
import { counts } from '#web/http/live.ts'
import { t } from '#web/i18n/index.ts'
import style from './shell.module.css'

const Notices = lazily(() => import('./Notices.tsx'))

/** Badge with a count. */
export const Count = ({ of }: { of: number }) => (of > 0 ? <i className={style.count}>{of > 99 ? '99+' : of}</i> : null)
/** Accessible name of the bell, with the count. */
export const bellName = (unread: number): string => (unread ? t('通知，{{n}} 条未读', { n: unread }) : t('通知'))

/** Notification bell with a live count; opens the last twenty messages. */
export function Bell() {
  const [isOpen, setOpen] = useState(false)
  const { message } = useSignal(counts)
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      styles={{ container: { padding: 0 } }}
      content={
        <Suspense fallback={<div className={style.noticesWaiting} />}>
          <Notices onClose={() => setOpen(false)} />
        </Suspense>
      }
    >
      <button type="button" className={style.tool} aria-label={bellName(message)} title={t('通知')} aria-expanded={isOpen}>
        <Icon size={18} strokeWidth={1.75} />
        <Count of={message} />
      </button>
    </Popover>
  )
}
