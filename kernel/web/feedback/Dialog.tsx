import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { t } from '#web/i18n/index.ts'
import './feedback.css'

export interface DialogProps {
  open: boolean
  icon?: ReactNode
  title: ReactNode
  /** The act's own verb: 删除 3 个, never 确定. Without it only closing remains. */
  verb?: ReactNode
  /** Words of the way out; 取消 unless the dialog only tells something. `false` where `extra` holds it. */
  leave?: ReactNode | false
  danger?: boolean
  busy?: boolean
  disabled?: boolean
  onAct?: () => void
  onClose: () => void
  /** Further acts, left of the foot. */
  extra?: ReactNode
  width?: number
  children?: ReactNode
}
/** A question, a conflict or at most three fields. */
export function Dialog({ open, icon, title, verb, leave, danger, busy, disabled, onAct, onClose, extra, width = 440, children }: DialogProps) {
  return (
    <Modal
      open={open}
      onCancel={onClose}
      width={width}
      closable={false}
      mask={{ closable: !busy }}
      centered
      destroyOnHidden
      className="ql-dialog"
      title={
        <span className="ql-dialog-title">
          {icon}
          <span>{title}</span>
        </span>
      }
      footer={
        <div className="ql-acts">
          {extra}
          {leave === false ? null : (
            <Button onClick={onClose} disabled={busy === true} type={verb ? 'default' : 'primary'}>
              {leave ?? (verb ? t('取消') : t('知道了'))}
            </Button>
          )}
          {verb ? (
            <Button type="primary" danger={danger === true} loading={busy === true} disabled={disabled === true} {...(onAct ? { onClick: onAct } : {})}>
              {verb}
            </Button>
          ) : null}
        </div>
      }
    >
      {children}
    </Modal>
  )
}
