import { Button, Modal } from 'antd'
import { notify } from '#web/http/notices.ts'
import { t } from '#web/i18n/index.ts'
import { ChangePassword } from '#web/login/ChangePassword.tsx'

/** Changes the password; the user's other sessions end. */
export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  const done = () => {
    notify.success(t('密码已修改'))
    onClose()
  }
  return (
    <Modal open title={t('修改密码')} footer={null} width={440} onCancel={onClose} destroyOnHidden>
      <p style={{ margin: '0 0 16px', color: 'var(--ql-ink3)' }}>{t('修改后，其他设备上的登录会退出')}</p>
      <ChangePassword onDone={done} extra={<Button onClick={onClose}>{t('取消')}</Button>} />
    </Modal>
  )
}
