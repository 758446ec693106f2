import { Button } from 'antd'
import { Stamp } from 'lucide-react'
import { Link } from 'react-router'
import { t } from '#web/i18n/index.ts'

/** 待我审批, on the list of what is applied for: the reader's approvals of this kind. */
export const ApprovalsLink = ({ of }: { of: string }) => (
  <Link to={`/workflow/approvals?processType=${of}`}>
    <Button icon={<Stamp size={16} />}>{t('待我审批')}</Button>
  </Link>
)
