import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { failureText } from '#web/http/failure.ts'
import { t } from '#web/i18n/index.ts'
import { privacyNoticeQuery } from '#web/session/queries.ts'
import { NoticeText } from './NoticeText.tsx'

/** Privacy notice, readable before signing in. */
export default function PrivacyNotice({ tenantId, open, onClose }: { tenantId: string; open: boolean; onClose: () => void }) {
  const notice = useQuery(privacyNoticeQuery(tenantId))
  return (
    <Modal
      title={notice.data?.title || t('隐私政策')}
      open={open}
      onCancel={onClose}
      width={640}
      loading={notice.isPending}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('知道了')}
        </Button>
      }
    >
      {notice.error ? failureText(notice.error) : <NoticeText html={notice.data?.content ?? null} />}
    </Modal>
  )
}
