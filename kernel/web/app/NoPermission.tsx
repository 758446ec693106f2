import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { Message } from '#web/feedback/Message.tsx'
import { t } from '#web/i18n/index.ts'

/** `/401` for users who are not signed in. */
export default function NoPermission() {
  const navigate = useNavigate()
  return (
    <Message code="401" title={t('你没有操作权限')} hint={t('请联系系统管理员')}>
      <Button type="primary" onClick={() => navigate('/login')}>
        {t('去登录')}
      </Button>
    </Message>
  )
}
