import { Button, Modal } from 'antd'
import { t } from '#web/i18n/index.ts'
import type { DialogProps } from './Dialog.tsx'
import './feedback.css'

/** The antd modal behind `Dialog.tsx`. */
export default function DialogWindow({ open, icon, title, verb, leave, danger, busy, disabled, onAct, onClose, extra, width = 440, children }: DialogProps) {
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
