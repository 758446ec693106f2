import { Button } from 'antd'
import { useState } from 'react'
import { t } from '#web/i18n/index.ts'
import { useMe } from '#web/session/useCan.ts'
import PasswordDialog from '#web/shell/PasswordDialog.tsx'
import style from '../desk.module.css'

export const title = '登录密码'
export const order = 20
const LEVELS = ['弱', '中', '强'] as const

/** Password strength, with a link to change it. */
export default function PasswordPanel() {
  const [isOpen, setOpen] = useState(false)
  const level = useMe().passWordLevel
  return (
    <>
      <p className={style.quiet}>
        {typeof level === 'number' && LEVELS[level] ? t('现在的密码强度：{{level}}。', { level: t(LEVELS[level]) }) : null}
        {t('修改后，其他设备上的登录会退出')}
      </p>
      <Button onClick={() => setOpen(true)}>{t('修改密码')}</Button>
      {isOpen ? <PasswordDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}
